/** Limit in bytes: a page hashes the file in one piece. */
export const MAX_FILE_SIZE_BYTES = 500_000_000;
