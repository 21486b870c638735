import { isReserved } from '#object-store/reserved-keys.ts';

/** True if a share shows an object that existed before it (CONTRACT A7). */
export function isInPlace(share: {
  readonly storagePath: string;
  readonly filePath: string | null;
}): boolean {
  return share.filePath !== null || !isReserved(share.storagePath);
}
