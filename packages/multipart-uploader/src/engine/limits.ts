/**
 * The size of a part, in bytes, as long as 10,000 of them suffice: 5 MiB, the least that S3 takes.
 *
 * @example
 * const parts = Math.ceil(file.size / PART_SIZE_BYTES);
 */
export const PART_SIZE_BYTES = 5_242_880;

/**
 * How many parts of one file are sent at once.
 *
 * @example
 * const uploader = createUploader({ transport, send, concurrentParts: CONCURRENT_PARTS * 2 });
 */
export const CONCURRENT_PARTS = 3;

/**
 * How often a part, or a request to the server, is tried again.
 *
 * @example
 * const attempts = 1 + MAX_RETRIES;
 */
export const MAX_RETRIES = 3;

/**
 * The delay before the first retry, in milliseconds; the n-th retry waits n times as long.
 *
 * @example
 * const beforeSecondRetryMs = RETRY_DELAY_MS * 2;
 */
export const RETRY_DELAY_MS = 1000;

/**
 * How long one try of one part may take, in milliseconds: 300 s.
 *
 * @example
 * const uploader = createUploader({ transport, send, partTimeoutMs: PART_TIMEOUT_MS / 2 });
 */
export const PART_TIMEOUT_MS = 300_000;

/**
 * After how long without progress a try of a part is cut, in milliseconds.
 *
 * @example
 * const uploader = createUploader({ transport, send, stallTimeoutMs: STALL_TIMEOUT_MS / 3 });
 */
export const STALL_TIMEOUT_MS = 30_000;

/**
 * How long a request to the server may take, in milliseconds. `complete` has
 * {@link PART_TIMEOUT_MS}, because stores take long to assemble large objects.
 *
 * @example
 * const uploader = createUploader({ transport, send, requestTimeoutMs: REQUEST_TIMEOUT_MS * 2 });
 */
export const REQUEST_TIMEOUT_MS = 30_000;

/**
 * How many parts S3 takes for one object.
 *
 * @example
 * const isPlanValid = parts.length <= MAX_PARTS;
 */
export const MAX_PARTS = 10_000;

/**
 * The largest file that is accepted by default, in bytes: 48.8 TiB, the largest object of
 * Amazon S3 (10,000 parts of 5 GiB). Other stores may take less, many of them 5 TiB.
 *
 * @example
 * const fits = file.size <= MAX_FILE_SIZE_BYTES;
 */
export const MAX_FILE_SIZE_BYTES: number = MAX_PARTS * 5 * 2 ** 30;
