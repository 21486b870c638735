import type { PreviewSource } from '../source/preview-source.ts';
import { noteThumbnail, type Pictured } from './picture-facts.ts';

/** Largest thumbnail that the server creates; a larger request would not be sharper. */
const MAX_PIXELS = 1024;
const STEPS = [128, 256, 512, MAX_PIXELS];
const CONCURRENT_REQUESTS = 6;
/** Maximum number of cached thumbnails, of some 10 kB each. */
const KEPT = 600;

type ThumbnailSource = Pick<PreviewSource, 'id' | 'openThumbnail'>;

interface Wanted {
  readonly source: ThumbnailSource;
  readonly key: string;
  readonly file: Pictured;
  readonly size: number;
  readonly signal: AbortSignal;
  /** Whether its place is in view now, not only near. */
  readonly isInView: () => boolean;
  readonly resolve: (url: string | null) => void;
}

/** URLs of loaded thumbnails, the oldest first; null for files without a thumbnail. */
const kept = new Map<string, string | null>();
const waiting: Wanted[] = [];
let running = 0;

export function thumbnailKey(
  { id }: Pick<ThumbnailSource, 'id'>,
  { path, etag }: Pictured,
  pixels: number,
): string {
  return `${id} ${stepOf(pixels)} ${etag ?? ''} ${path}`;
}

export interface KnownThumbnail {
  /** Null if the file has no thumbnail. */
  readonly url: string | null;
  /** Whether it has as many pixels as are wanted. */
  readonly isSharp: boolean;
}

/** The cached thumbnail: the smallest one that is sharp, or else the largest one; undefined if there is none. */
export function knownThumbnail(
  source: ThumbnailSource,
  file: Pictured,
  pixels: number,
): KnownThumbnail | undefined {
  const found = STEPS.flatMap((step) => {
    const url = kept.get(thumbnailKey(source, file, step));
    return url === undefined ? [] : [{ url, isSharp: step >= stepOf(pixels) }];
  });
  return found.find(({ isSharp }) => isSharp) ?? found.at(-1);
}

export interface ThumbnailRequest {
  readonly source: ThumbnailSource;
  readonly file: Pictured;
  /** Longer side. */
  readonly pixels: number;
  readonly signal: AbortSignal;
  readonly isInView: () => boolean;
}

/**
 * Returns the URL of a file's thumbnail, or null. Those in view come first, from top to bottom; those near the
 * view follow. One that is aborted while it waits is not requested.
 */
export function loadThumbnail({
  source,
  file,
  pixels,
  signal,
  isInView,
}: ThumbnailRequest): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  waiting.push({
    source,
    key: thumbnailKey(source, file, pixels),
    file,
    size: stepOf(pixels),
    signal,
    isInView,
    resolve,
  });
  next();
  return promise;
}

function next(): void {
  while (running < CONCURRENT_REQUESTS) {
    const inView = waiting.findIndex((each) => each.signal.aborted || each.isInView());
    const [wanted] = waiting.splice(Math.max(0, inView), 1);
    if (!wanted) return;
    if (wanted.signal.aborted) wanted.resolve(null);
    else {
      running += 1;
      void read(wanted).then((url) => {
        running -= 1;
        wanted.resolve(url);
        next();
      });
    }
  }
}

async function read({ source, key, file, size, signal }: Wanted): Promise<string | null> {
  const before = kept.get(key);
  if (before !== undefined) return before;
  try {
    const reply = await source.openThumbnail(file.path, size, signal);
    const bytes = new Uint8Array(await reply.arrayBuffer());
    noteThumbnail(file, bytes);
    const type = reply.headers.get('content-type') ?? '';
    return keep(key, URL.createObjectURL(new Blob([bytes], { type })));
  } catch {
    // Caches no failure of a cancelled or offline request, so that the row requests it again when it is next
    // visible.
    return signal.aborted || !navigator.onLine ? null : keep(key, null);
  }
}

/** Keeps a thumbnail that the page has loaded by an address of its own. */
export function keepThumbnail(
  source: Pick<ThumbnailSource, 'id'>,
  file: Pictured,
  pixels: number,
  url: string,
): void {
  keep(thumbnailKey(source, file, pixels), url);
}

/** Remembers that a file has no thumbnail after all, because its address has failed. */
export function forgetThumbnail(url: string): void {
  for (const [key, known] of kept) if (known === url) kept.set(key, null);
}

function keep(key: string, url: string | null): string | null {
  kept.set(key, url);
  for (const [oldest, address] of kept) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
    if (address) URL.revokeObjectURL(address);
  }
  return url;
}

function stepOf(pixels: number): number {
  return STEPS.find((step) => step >= pixels) ?? MAX_PIXELS;
}
