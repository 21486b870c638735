import { statfs } from 'node:fs/promises';

/** Minimum free disk space; SQLite's log alone needs some. */
const LEAST_FREE_BYTES = 32 * 1024 ** 2;
/** Minimum for small disks, as a share of their size. */
const LEAST_FREE_SHARE = 0.05;

/**
 * Reads how much space the disk of a folder has, how much of it may be filled, and whether that is too little to
 * store more.
 */
export async function readDiskSpace(directory: string) {
  const { bavail, blocks, bsize } = await statfs(directory);
  const freeBytes = bavail * bsize;
  const least = Math.min(LEAST_FREE_BYTES, blocks * bsize * LEAST_FREE_SHARE);
  return { freeBytes, spareBytes: freeBytes - least, isFull: freeBytes < least };
}
