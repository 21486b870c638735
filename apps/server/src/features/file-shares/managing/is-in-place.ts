import { isReserved } from '#object-store/reserved-keys.ts';

/** Whether a share shows an object that was there before it (CONTRACT A7). */
export function isInPlace(share: {
  readonly storagePath: string;
  readonly filePath: string | null;
}): boolean {
  return share.filePath !== null || !isReserved(share.storagePath);
}
