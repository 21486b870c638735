/**
 * Size of a part in bytes, if 10,000 of them suffice: 5 MiB, the minimum of S3.
 *
 * @example
 * const parts = Math.ceil(file.size / PART_SIZE_BYTES);
 */
export const PART_SIZE_BYTES = 5_242_880;

/**
 * Largest part that a fast line gets, in bytes: 64 MiB.
 *
 * @example
 * const uploader = createUploader({ transport, send, partSize: MAX_FITTING_PART_BYTES });
 */
export const MAX_FITTING_PART_BYTES = 67_108_864;

/**
 * Number of concurrent parts of one file.
 *
 * @example
 * const uploader = createUploader({ transport, send, concurrentParts: CONCURRENT_PARTS * 2 });
 */
export const CONCURRENT_PARTS = 3;

/**
 * Number of retries of a part, or of a request to the server.
 *
 * @example
 * const attempts = 1 + MAX_RETRIES;
 */
export const MAX_RETRIES = 3;

/**
 * Delay before the first retry, in milliseconds; the n-th retry waits n times as long.
 *
 * @example
 * const beforeSecondRetryMs = RETRY_DELAY_MS * 2;
 */
export const RETRY_DELAY_MS = 1000;

/**
 * Timeout of one attempt of one part, in milliseconds: 300 s.
 *
 * @example
 * const uploader = createUploader({ transport, send, partTimeoutMs: PART_TIMEOUT_MS / 2 });
 */
export const PART_TIMEOUT_MS = 300_000;

/**
 * Time without progress after which an attempt of a part is aborted, in milliseconds; twice as long when all of
 * its bytes have been handed over. A part that waits for others on the same HTTP/2 connection counts as
 * progressing. Doubles for the rest of the upload when it passes.
 *
 * @example
 * const uploader = createUploader({ transport, send, stallTimeoutMs: STALL_TIMEOUT_MS / 3 });
 */
export const STALL_TIMEOUT_MS = 30_000;

/**
 * Timeout of a request to the server, in milliseconds. `complete` has {@link PART_TIMEOUT_MS}, because stores
 * take long to assemble large objects.
 *
 * @example
 * const uploader = createUploader({ transport, send, requestTimeoutMs: REQUEST_TIMEOUT_MS * 2 });
 */
export const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Maximum number of parts of one object in S3.
 *
 * @example
 * const isPlanValid = parts.length <= MAX_PARTS;
 */
export const MAX_PARTS = 10_000;

/**
 * Default limit of the file size, in bytes: 48.8 TiB, the largest object of Amazon S3 (10,000 parts of 5
 * GiB). Other stores may accept less, many of them 5 TiB.
 *
 * @example
 * const fits = file.size <= MAX_FILE_SIZE_BYTES;
 */
export const MAX_FILE_SIZE_BYTES: number = MAX_PARTS * 5 * 2 ** 30;
