import { createAtom, useSelector } from '@tanstack/react-store';
import type { Pictured } from './thumbnail-store.ts';

/** Delay before views use new proportions, so that a screen of pictures moves its rows once. */
const USE_AFTER_MS = 250;
const MAX_KEPT = 20_000;

const ratios = new Map<string, number>();
/** Number of changes that views have used. */
const version = createAtom(0);
let timer: ReturnType<typeof setTimeout> | undefined;

const keyOf = ({ path, etag }: Pictured) => `${etag ?? ''} ${path}`;

/** Width by height of a picture whose thumbnail has loaded before; undefined if unknown. */
export function pictureRatioOf(file: Pictured): number | undefined {
  return ratios.get(keyOf(file));
}

export function notePictureRatio(file: Pictured, width: number, height: number): void {
  const key = keyOf(file);
  if (width <= 0 || height <= 0 || ratios.has(key)) return;
  const [oldest] = ratios.keys();
  if (ratios.size >= MAX_KEPT && oldest !== undefined) ratios.delete(oldest);
  ratios.set(key, width / height);
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    version.set((count) => count + 1);
  }, USE_AFTER_MS);
}

/** Renders again when more proportions are known. */
export function usePictureRatios(): number {
  return useSelector(version);
}
