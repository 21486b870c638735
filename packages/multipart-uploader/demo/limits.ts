/** As much as a page hashes in one piece, in bytes. */
export const MAX_FILE_SIZE_BYTES = 500_000_000;
