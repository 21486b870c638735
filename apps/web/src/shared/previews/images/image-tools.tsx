import { Toolbar, ToolbarButton, ToolbarSeparator } from '@satchel/ui/actions/toolbar';
import { Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { FITTING, type Zoom, zoomAt } from './zoom.ts';

const STEP = 1.5;
const MIDDLE = { x: 0, y: 0 };

export interface ImageToolsProps {
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  /** Turns by quarters, clockwise. */
  turn: (quarters: number) => void;
  /** Element around the image. */
  frame: RefObject<HTMLElement | null>;
}

/** Buttons that zoom and turn an image. */
export function ImageTools({ zoom, setZoom, turn, frame }: ImageToolsProps) {
  const { t } = useTranslation('entry-preview');
  const isZoomed = zoom.scale > 1;
  return (
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
  );
}

/** Scale at which the image fits the window: 1 shows each of its pixels as one of the page. */
function fittingScaleOf(frame: HTMLElement | null): number {
  // Not the thumbnail that stands for it while it loads, which has no name.
  const image = frame?.querySelector<HTMLImageElement>('img:not([alt=""])');
  return image?.naturalWidth ? image.clientWidth / image.naturalWidth : 1;
}
