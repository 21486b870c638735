import { AppError } from '#errors';

interface S3Failure {
  readonly name: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

function isS3Failure(error: unknown): error is Error & S3Failure {
  return error instanceof Error;
}

export function statusOf(error: unknown): number | undefined {
  return isS3Failure(error) ? error.$metadata?.httpStatusCode : undefined;
}

/** True if the storage answered 4xx, so that it has done nothing. Other failures may have taken effect. */
export function isRefused(error: unknown): boolean {
  const status = statusOf(error instanceof AppError ? error.cause : error) ?? 0;
  return status >= 400 && status < 500;
}

/**
 * True if the storage says that it has no such object or upload. A missing bucket says nothing about its
 * objects, and neither does a 404 that the SDK cannot read, which a proxy sends while the storage is down.
 */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && !hasName(error, 'NoSuchBucket', 'Error');
}

export function hasName(error: unknown, ...names: readonly string[]): boolean {
  return isS3Failure(error) && names.includes(error.name);
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Returns the ETag, which every storage sends with an object. Without one the answer is not from a storage. */
export function etagOf({ ETag }: { readonly ETag?: string | undefined }): string {
  if (!ETag) throw notS3();
  return ETag;
}

/**
 * Returns the ETag of an object whose parts were joined. Refuses an answer that is not from a storage, because the
 * object that `head` finds may be the previous one.
 */
export async function etagOfJoined(
  { ETag, Key }: { readonly ETag?: string | undefined; readonly Key?: string | undefined },
  head: () => Promise<{ readonly ETag?: string | undefined }>,
): Promise<string> {
  if (!ETag && !Key) throw notS3();
  // Ceph 16 returns no ETag.
  return ETag || etagOf(await head());
}

/** Error for an answer that is not from a storage, such as a proxy's web page. */
export function notS3(): AppError {
  const cause = new Error('success, but not as S3 says it');
  return new AppError('storage.unavailable', { cause });
}

/** Fields of the SDK's errors that may be logged. Other fields may repeat signatures and credentials. */
const TOLD: ReadonlySet<string> = new Set(['name', 'code', 'Code', '$fault', '$metadata']);

function forgetEchoes(error: unknown): void {
  if (!(error instanceof Error)) return;
  for (const name of Object.keys(error)) if (!TOLD.has(name)) Reflect.deleteProperty(error, name);
}

/** Translates an error of the SDK into an AppError. */
export function translateS3Error(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  forgetEchoes(cause);
  if (statusOf(cause) === 416) return new AppError('request.range_not_satisfiable', { cause });
  if (statusOf(cause) === 507 || hasName(cause, 'QuotaExceeded', 'EntityTooLarge', 'ENOSPC')) {
    return new AppError('storage.full', { cause });
  }
  // The SDK also reports a broken connection as a timeout.
  if (hasName(cause, 'TimeoutError', 'RequestTimeout') && !hasCode(cause, 'ECONNRESET', 'EPIPE')) {
    return new AppError('storage.timeout', { cause });
  }
  return new AppError('storage.unavailable', { cause });
}
