import { type RefObject, useEffect, useRef, useState } from 'react';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { fileTypeOf } from '#shared/file-types/file-types.ts';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';
import { notePictureRatio } from './picture-facts.ts';
import { PICTURE_ATTRIBUTE } from './picture-transition.ts';
import { forgetThumbnail, knownThumbnail, loadThumbnail, thumbnailKey } from './thumbnail-store.ts';

/** Delay before a thumbnail is requested, so that rows scrolled past request none. */
const PASSING_MS = 80;

export interface ThumbnailProps {
  entry: PreviewFile;
  /** The longer side, in CSS pixels. */
  size: number;
  /** Whether it is not requested yet; default false. */
  isHeld?: boolean;
  className?: string;
}

/** Thumbnail of a file. Shows the icon until it has loaded, or if there is none. */
export function Thumbnail({ entry, size, isHeld = false, className = 'size-9' }: ThumbnailProps) {
  const place = useRef<HTMLSpanElement>(null);
  const { url, onError } = useThumbnail(entry, size, isHeld, place);
  if (!url) {
    return (
      <span ref={place} className={`inline-flex items-center justify-center ${className}`}>
        <EntryIcon
          entry={entry}
          className="size-1/3 max-h-16 min-h-5 max-w-16 min-w-5 stroke-[1.25]"
        />
      </span>
    );
  }
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      {...{ [PICTURE_ATTRIBUTE]: entry.path }}
      className={className}
      onError={onError}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        notePictureRatio(entry, naturalWidth, naturalHeight)
      }
    />
  );
}

function useThumbnail(
  entry: PreviewFile,
  size: number,
  isHeld: boolean,
  place: RefObject<HTMLElement | null>,
): { url: string | null; onError: () => void } {
  const source = usePreviewSource();
  const pixels = size * Math.min(window.devicePixelRatio, 2);
  const isPictured = !entry.isDirectory && fileTypeOf(entry.name)?.hasThumbnail === true;
  const key = thumbnailKey(source, entry, pixels);
  const [loaded, setLoaded] = useState<{ key: string; url: string | null } | null>(null);
  const { path, etag } = entry;

  useEffect(() => {
    if (!isPictured || isHeld || knownThumbnail(source, { path, etag }, pixels)?.isSharp) return;
    const controller = new AbortController();
    const { signal } = controller;
    const isInView = watchView(place.current, signal);
    const timer = setTimeout(() => {
      const file = { path, etag };
      void loadThumbnail({ source, file, pixels, signal, isInView }).then((url) => {
        if (!signal.aborted) setLoaded({ key, url });
      });
    }, PASSING_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isPictured, isHeld, key, path, etag, pixels, source, place]);

  // One that is not sharp stays until the sharp one is there.
  const known = isPictured ? knownThumbnail(source, entry, pixels)?.url : null;
  const url = known ?? (isPictured && loaded?.key === key ? loaded.url : null);
  const onError = () => {
    if (url) forgetThumbnail(url);
    setLoaded({ key, url: null });
  };
  return { url, onError };
}

/** Tells whether an element is in view, until the signal aborts. */
function watchView(element: HTMLElement | null, signal: AbortSignal): () => boolean {
  let isInView = true;
  if (element && typeof IntersectionObserver !== 'undefined') {
    const observer = new IntersectionObserver((changes) => {
      isInView = changes.at(-1)?.isIntersecting ?? false;
    });
    observer.observe(element);
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  }
  return () => isInView;
}
