import { Switch } from '@satchel/ui/forms/switch';
import { Popover } from '@satchel/ui/overlays/popover';
import { useSelector } from '@tanstack/react-store';
import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  explorerPreferences,
  GALLERY_COLUMNS_MAX,
  GALLERY_GAP_MAX_PX,
  setGallery,
} from '../preferences.ts';

/** Appearance of the gallery (SPEC 2). Changes apply immediately, and the browser stores them. */
export function GallerySettings() {
  const { t } = useTranslation('explorer');
  const { gallery } = useSelector(explorerPreferences);
  const { columns, horizontalGapPx, verticalGapPx } = gallery;
  const shownColumns = columns === 0 ? t('gallery.auto') : String(columns);
  const gap = (px: number) => ({ shown: `${px} px`, max: GALLERY_GAP_MAX_PX });
  const sliders = [
    { key: 'columns', label: t('gallery.columns'), shown: shownColumns, max: GALLERY_COLUMNS_MAX },
    { key: 'horizontalGapPx', label: t('gallery.horizontalGap'), ...gap(horizontalGapPx) },
    { key: 'verticalGapPx', label: t('gallery.verticalGap'), ...gap(verticalGapPx) },
  ] as const;
  return (
    <Popover
      title={t('gallery.title')}
      className="w-72"
      trigger={
        <button
          type="button"
          aria-label={t('gallery.title')}
          className="touch-target inline-flex size-8 items-center justify-center rounded-md text-ink-muted hover:bg-hover hover:text-ink data-popup-open:bg-hover"
        >
          <Settings2 className="size-4" />
        </button>
      }
    >
      <div className="flex flex-col gap-3">
        {sliders.map(({ key, ...slider }) => (
          <Slider
            key={key}
            {...slider}
            value={gallery[key]}
            onChange={(value) => setGallery({ [key]: value })}
          />
        ))}
        <Switch
          label={t('gallery.imagesOnly')}
          checked={gallery.isImagesOnly}
          onChange={(event) => setGallery({ isImagesOnly: event.target.checked })}
        />
      </div>
    </Popover>
  );
}

interface SliderProps {
  label: string;
  /** The current value as text. */
  shown: string;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

/** Native range input, so that keys move it too. The gallery follows each movement. */
function Slider({ label, shown, max, value, onChange }: SliderProps) {
  return (
    <label className="flex flex-col gap-1 text-label">
      <span className="flex justify-between">
        {label}
        <span className="figures font-normal text-ink-muted">{shown}</span>
      </span>
      <input
        type="range"
        min={0}
        max={max}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="touch-target w-full"
      />
    </label>
  );
}
