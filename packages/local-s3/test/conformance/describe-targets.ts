import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type RunningTarget, type Target, targets } from './targets.ts';

export interface Suite {
  readonly target: RunningTarget;
  readonly s3: S3Client;
  readonly bucket: string;
  /** Marks a case that Ceph may answer differently, with the reason. */
  localOnly(reason: string): typeof test;
}

/** Runs the same cases on every target, each with a separate bucket. */
export function describeTargets(title: string, define: (suite: Suite) => void): void {
  describe.each(targets)(`${title} on $name`, (target: Target) => {
    let running: RunningTarget | undefined;
    let s3: S3Client | undefined;
    let bucket: string | undefined;

    beforeAll(async () => {
      running = await target.start();
      s3 = running.client();
      bucket = await running.createBucket();
    });
    afterAll(async () => {
      await running?.stop();
    });

    define({
      get target() {
        return started(running);
      },
      get s3() {
        return started(s3);
      },
      get bucket() {
        return started(bucket);
      },
      localOnly: (_reason) => (target.isLocal ? test : test.skip) as typeof test,
    });
  });
}

function started<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Only a running test may ask for this');
  return value;
}

export interface Failure {
  readonly code: string;
  readonly status: number | undefined;
}

/** Returns the error of a call; throws if the call succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    return { code: error.name, status: error.$metadata.httpStatusCode };
  }
  throw new Error('The call did not fail');
}
