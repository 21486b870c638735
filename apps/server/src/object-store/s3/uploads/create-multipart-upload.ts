import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { statusOf } from '../s3-errors.ts';

const ATTEMPTS = 3;
const RETRY_MS = 100;

/**
 * Creates a multipart upload. Does not retry after a missing reply, because the storage may have
 * created an upload whose id is unknown, so that it could never be aborted.
 *
 * @returns the upload id, if the storage sent one
 */
export async function createMultipartUpload(
  client: S3Client,
  input: CreateMultipartUploadCommandInput,
  abortSignal?: AbortSignal,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const command = new CreateMultipartUploadCommand(input);
    // Replaces the SDK's own retries, which have this name.
    command.middlewareStack.add((next) => next, {
      name: 'retryMiddleware',
      step: 'finalizeRequest',
      priority: 'high',
      override: true,
    });
    try {
      return (await client.send(command, abortSignal ? { abortSignal } : {})).UploadId;
    } catch (error) {
      if (attempt === ATTEMPTS || !isTurnedAway(error)) throw error;
      await sleep(RETRY_MS * 2 ** attempt, undefined, { signal: abortSignal });
    }
  }
}

/** True if the storage refused for lack of capacity, and so has created nothing. */
function isTurnedAway(error: unknown): boolean {
  return [429, 503].includes(statusOf(error) ?? 0);
}
