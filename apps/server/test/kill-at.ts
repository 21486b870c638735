import { expect } from 'vitest';
import type { OwnBucket } from './start-bucket.ts';
import type { Child } from './start-child.ts';

/** Request at which a storage stops: the n-th of this operation. */
export interface Standstill {
  readonly operation: string;
  readonly count: number;
}

/** Blocks the storage from that request on, and kills the server that sent it. */
export async function killAt(
  bucket: OwnBucket,
  child: Child,
  { operation, count }: Standstill,
  work: () => Promise<unknown>,
): Promise<void> {
  const reached = Promise.withResolvers<void>();
  bucket.setFault((request) => {
    if (request.operation !== operation || request.count < count) return undefined;
    reached.resolve();
    return new Promise(() => undefined);
  });
  const cutOff = work().then(
    () => expect.unreachable('it was done before the server was killed'),
    () => undefined,
  );
  await Promise.race([reached.promise, cutOff]);
  child.process.kill('SIGKILL');
  expect(await child.ended, child.errors()).toBe('SIGKILL');
  await cutOff;
  bucket.setFault(undefined);
}
