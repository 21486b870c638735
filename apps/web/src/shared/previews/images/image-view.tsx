import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useRef, useState } from 'react';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { PreviewFailure } from '../preview-failure.tsx';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';
import { pictureFactsOf } from './picture-facts.ts';
import { PREVIEWED } from './picture-transition.ts';
import { PreviewImage } from './preview-image.tsx';
import { knownThumbnail } from './thumbnail-store.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';
import { FITTING, type Zoom } from './zoom.ts';

/** Smaller files may have fewer pixels than the window, and appear in their own size. */
const SMALL_BYTES = 200_000;

/** The picture does not wait for its buttons. */
const ImageTools = lazyPart(
  async () => (await import('./image-tools.tsx')).ImageTools,
  <div className="h-12 border-t border-line" />,
);

export interface ImageViewProps {
  file: PreviewFile;
  /** Undefined while it is unknown. */
  url: string | undefined;
}

/** Image preview with zoom and rotation. Shows the thumbnail of a large picture until that has loaded. */
export function ImageView({ file, url }: ImageViewProps) {
  const [zoom, setZoom] = useState<Zoom>(FITTING);
  const [quarters, setQuarters] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const gestures = useZoomGestures(frame, zoom, setZoom);
  const isZoomed = zoom.scale > 1;
  if (hasFailed) return <PreviewFailure reason="picture" />;
  const turn = (by: number) => {
    setQuarters(quarters + by);
    setZoom(FITTING);
  };
  const isAcross = quarters % 2 !== 0;
  return (
    <>
      <div
        ref={frame}
        data-holds-swipes={isZoomed || undefined}
        className="relative [container-type:size] min-h-0 flex-1 touch-none overflow-clip bg-sunken"
        {...gestures}
      >
        <div
          className={`flex size-full items-center justify-center ${isZoomed ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        >
          {!isLoaded && <Placeholder file={file} isAsked={url !== undefined} />}
          {url !== undefined && (
            <PreviewImage
              url={url}
              name={file.name}
              draggable={false}
              onLoad={() => setIsLoaded(true)}
              onFail={() => setHasFailed(true)}
              {...(isLoaded && PREVIEWED)}
              className="object-contain transition-transform duration-150 select-none motion-reduce:transition-none"
              style={{
                maxWidth: isAcross ? '100cqh' : '100%',
                maxHeight: isAcross ? '100cqw' : '100%',
                transform: `rotate(${quarters * 90}deg)`,
              }}
            />
          )}
        </div>
      </div>
      <ImageTools {...{ zoom, setZoom, turn, frame }} />
    </>
  );
}

interface PlaceholderProps {
  file: PreviewFile;
  /** Whether the browser is loading the image. */
  isAsked: boolean;
}

function Placeholder({ file, isAsked }: PlaceholderProps) {
  const source = usePreviewSource();
  const { ratio } = pictureFactsOf(file);
  const [thumbnail] = useState(() => knownThumbnail(source, file, window.innerWidth)?.url);
  const isLarge = (file.size ?? 0) > SMALL_BYTES;
  if (!thumbnail || ratio === undefined || !isLarge) {
    return isAsked ? null : <Skeleton className="size-full" />;
  }
  return (
    <img
      {...PREVIEWED}
      src={thumbnail}
      alt=""
      draggable={false}
      className="absolute select-none"
      style={{
        width: `min(100cqw, ${100 * ratio}cqh)`,
        aspectRatio: ratio,
      }}
    />
  );
}
