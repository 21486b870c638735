import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import type { Fence } from '#leases/hold.ts';
import { type ConditionalCall, conditionOf, isRefusedCondition } from '../conditional-calls.ts';
import { bareEtag } from '../etag.ts';
import type { FailedKey, ObjectStore } from '../object-store.ts';
import { fenceAttempts } from './fence-attempts.ts';
import { hasName, isAbsent, statusOf, translateS3Error } from './s3-errors.ts';

/** S3's own limit of DeleteObjects. */
const KEYS_A_REQUEST = 1000;
const CONCURRENT_SINGLE_DELETES = 8;
/** Characters that XML 1.0 cannot hold (2.2), so DeleteObjects cannot name such keys. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Deletions of a bucket. */
export function createS3Deletions(
  client: S3Client,
  Bucket: string,
  honoured: ReadonlySet<ConditionalCall>,
  head: ObjectStore['head'],
): Pick<ObjectStore, 'remove' | 'removeEach' | 'removeUnchanged'> {
  // False once the storage has refused DeleteObjects, which some storages lack.
  let hasBatches = true;

  const removeBatch = async (
    keys: readonly string[],
    signal: AbortSignal | undefined,
    fence: Fence | undefined,
  ) => {
    const command = new DeleteObjectsCommand({
      Bucket,
      Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
    });
    const { Errors = [] } = await client.send(command, fenceAttempts(command, fence, signal));
    return Errors.filter(({ Code }) => Code !== 'NoSuchKey').map(({ Key = '', Code = '' }) => ({
      key: Key,
      code: Code,
    }));
  };

  const removeSingly = async (
    keys: readonly string[],
    signal: AbortSignal | undefined,
    fence: Fence | undefined,
  ) => {
    const failed: FailedKey[] = [];
    await forEachAtOnce(keys, CONCURRENT_SINGLE_DELETES, async (Key) => {
      try {
        const command = new DeleteObjectCommand({ Bucket, Key });
        await client.send(command, fenceAttempts(command, fence, signal));
      } catch (error) {
        if (signal?.aborted || error instanceof AppError) throw error;
        if (!isAbsent(error)) failed.push({ key: Key, code: (error as Error).name });
      }
    });
    return failed;
  };

  const removeEach: ObjectStore['removeEach'] = async (keys, signal, fence) => {
    const failed: FailedKey[] = [];
    for (let start = 0; start < keys.length; start += KEYS_A_REQUEST) {
      const page = keys.slice(start, start + KEYS_A_REQUEST);
      const isBatched = (key: string) => hasBatches && !NOT_IN_XML.test(key);
      const batch = page.filter(isBatched);
      let rest = page.filter((key) => !isBatched(key));
      try {
        if (batch.length > 0) failed.push(...(await removeBatch(batch, signal, fence)));
      } catch (error) {
        if (!lacksBatches(error)) throw translateS3Error(error);
        hasBatches = false;
        rest = page;
      }
      try {
        failed.push(...(await removeSingly(rest, signal, fence)));
      } catch (error) {
        throw translateS3Error(error);
      }
    }
    return failed;
  };

  return {
    removeEach,
    async removeUnchanged(Key, etag, signal, fence) {
      const found = await head(Key, signal);
      if (!found || bareEtag(found.etag) !== bareEtag(etag)) return false;
      const condition = conditionOf(honoured, 'delete', { etag });
      try {
        const command = new DeleteObjectCommand({ Bucket, Key, ...condition });
        await client.send(command, fenceAttempts(command, fence, signal));
        return true;
      } catch (error) {
        if (isRefusedCondition(error)) return false;
        throw translateS3Error(error);
      }
    },
    async remove(keys, signal, fence) {
      const [failure] = await removeEach(keys, signal, fence);
      if (failure) throw translateS3Error(new Error(`${failure.code}: ${failure.key}`));
    },
  };
}

function lacksBatches(error: unknown): boolean {
  const status = statusOf(error);
  return hasName(error, 'NotImplemented', 'MethodNotAllowed') || status === 501 || status === 405;
}
