import { createAtom, useSelector } from '@tanstack/react-store';

/** Delay before views use new facts, so that a screen of pictures moves its rows once. */
const USE_AFTER_MS = 250;
const MAX_KEPT = 20_000;

/** Version of a file. */
export interface Pictured {
  readonly path: string;
  readonly etag?: string | undefined;
}

/** Facts about a picture that its thumbnail tells. */
interface PictureFacts {
  /** Width by height. */
  readonly ratio?: number;
  /** Time at which a photo was taken, in the camera's time zone: `2026-11-26T08:00:00`. */
  readonly taken?: string;
}

/** By version of the file, the oldest first. */
const facts = new Map<string, PictureFacts>();
/** Number of changes that views have used. */
const version = createAtom(0);
let timer: ReturnType<typeof setTimeout> | undefined;

const keyOf = ({ path, etag }: Pictured) => `${etag ?? ''} ${path}`;

/** Facts about a picture whose thumbnail has loaded before. */
export function pictureFactsOf(file: Pictured): PictureFacts {
  return facts.get(keyOf(file)) ?? {};
}

export function notePictureRatio(file: Pictured, width: number, height: number): void {
  if (width > 0 && height > 0) note(file, { ratio: width / height });
}

/** Reads the time at which a photo was taken from its thumbnail. */
export function noteThumbnail(file: Pictured, bytes: Uint8Array): void {
  const taken = takenIn(bytes);
  if (taken !== undefined) note(file, { taken });
}

/**
 * Renders again when more facts are known.
 *
 * @param isUsed whether the caller uses them now
 */
export function usePictureFacts(isUsed = true): number {
  return useSelector(version, (count) => (isUsed ? count : 0));
}

function note(file: Pictured, added: PictureFacts): void {
  const key = keyOf(file);
  const before = facts.get(key) ?? {};
  const [name] = Object.keys(added) as [keyof PictureFacts];
  if (before[name] !== undefined) return;
  const [oldest] = facts.keys();
  if (facts.size >= MAX_KEPT && oldest !== undefined) facts.delete(oldest);
  facts.set(key, { ...before, ...added });
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    version.set((count) => count + 1);
  }, USE_AFTER_MS);
}

const LATIN = new TextDecoder('latin1');

/** Time in the EXIF of a thumbnail (WebP), into which the server writes nothing but that. */
function takenIn(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Chunks after the header: a name, a size, and content of an even length.
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = LATIN.decode(bytes.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    if (name === 'EXIF') {
      const text = LATIN.decode(bytes.subarray(at + 8, at + 8 + size));
      const found = /(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(text);
      return found ? `${found[1]}-${found[2]}-${found[3]}T${found[4]}` : undefined;
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}
