import { useRef, useState } from 'react';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { PreviewFailure } from '../preview-failure.tsx';
import type { PreviewFile } from '../source/preview-source.ts';
import { PreviewImage } from './preview-image.tsx';
import { useZoomGestures } from './use-zoom-gestures.ts';
import { FITTING, type Zoom } from './zoom.ts';

/** The picture does not wait for its buttons. */
const ImageTools = lazyPart(
  async () => (await import('./image-tools.tsx')).ImageTools,
  <div className="h-12 border-t border-line" />,
);

export interface ImageViewProps {
  file: PreviewFile;
  url: string;
}

/** Image preview with zoom and rotation. */
export function ImageView({ file, url }: ImageViewProps) {
  const [zoom, setZoom] = useState<Zoom>(FITTING);
  const [quarters, setQuarters] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const gestures = useZoomGestures(frame, zoom, setZoom);
  const isZoomed = zoom.scale > 1;
  if (hasFailed) return <PreviewFailure reason="failed" />;
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
          <PreviewImage
            url={url}
            name={file.name}
            draggable={false}
            onFail={() => setHasFailed(true)}
            className="object-contain transition-transform duration-150 select-none motion-reduce:transition-none"
            style={{
              maxWidth: isAcross ? '100cqh' : '100%',
              maxHeight: isAcross ? '100cqw' : '100%',
              transform: `rotate(${quarters * 90}deg)`,
            }}
          />
        </div>
      </div>
      <ImageTools {...{ zoom, setZoom, turn, frame }} />
    </>
  );
}
