import { Toolbar, ToolbarButton, ToolbarSeparator } from '@satchel/ui/actions/toolbar';
import { Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewFailure } from '../preview-failure.tsx';
import type { PreviewFile } from '../source/preview-source.ts';
import { PreviewImage } from './preview-image.tsx';
import { useZoomGestures } from './use-zoom-gestures.ts';
import { FITTING, type Zoom, zoomAt } from './zoom.ts';

const STEP = 1.5;
const MIDDLE = { x: 0, y: 0 };

export interface ImageViewProps {
  file: PreviewFile;
  url: string;
}

/** Image preview with zoom and rotation. */
export function ImageView({ file, url }: ImageViewProps) {
  const { t } = useTranslation('entry-preview');
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
      <Toolbar label={t('image.tools')} className="justify-center border-t border-line px-2 py-1.5">
        <ToolbarButton
          label={t('image.zoomOut')}
          icon={<ZoomOut />}
          disabled={!isZoomed}
          onClick={() => setZoom(zoomAt(zoom, 1 / STEP, MIDDLE))}
        />
        <span className="figures w-16 text-center text-caption text-ink-muted" aria-live="polite">
          {isZoomed
            ? `${Math.round(zoom.scale * fittingScaleOf(frame.current) * 100)} %`
            : t('image.fits')}
        </span>
        <ToolbarButton
          label={t('image.zoomIn')}
          icon={<ZoomIn />}
          onClick={() => setZoom(zoomAt(zoom, STEP, MIDDLE))}
        />
        <ToolbarButton
          label={t('image.fit')}
          icon={<Maximize />}
          disabled={!isZoomed}
          onClick={() => setZoom(FITTING)}
        />
        <ToolbarSeparator />
        <ToolbarButton label={t('image.turnLeft')} icon={<RotateCcw />} onClick={() => turn(-1)} />
        <ToolbarButton label={t('image.turnRight')} icon={<RotateCw />} onClick={() => turn(1)} />
      </Toolbar>
    </>
  );
}

/** Scale at which the image fits the window: 1 shows each of its pixels as one of the page. */
function fittingScaleOf(frame: HTMLElement | null): number {
  const image = frame?.querySelector('img');
  return image?.naturalWidth ? image.clientWidth / image.naturalWidth : 1;
}
