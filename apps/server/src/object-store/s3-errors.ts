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

export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404;
}

export function hasName(error: unknown, ...names: readonly string[]): boolean {
  return isS3Failure(error) && names.includes(error.name);
}

/** Turns what the SDK throws into the product's errors, at the edge that met it (DESIGN 4). */
export function translateS3Error(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (statusOf(cause) === 416) return new AppError('request.range_not_satisfiable', { cause });
  if (statusOf(cause) === 507 || hasName(cause, 'QuotaExceeded', 'EntityTooLarge', 'ENOSPC')) {
    return new AppError('storage.full', { cause });
  }
  if (hasName(cause, 'TimeoutError', 'RequestTimeout')) {
    return new AppError('storage.timeout', { cause });
  }
  return new AppError('storage.unavailable', { cause });
}
