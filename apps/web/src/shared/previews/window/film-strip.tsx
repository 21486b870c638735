import clsx from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { entryPreviewKindOf } from '#shared/file-types/entry-kind.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { Thumbnail } from '../images/thumbnail.tsx';
import type { PreviewFile } from '../source/preview-source.ts';

/** Number of pictures on either side of the shown one, more than a wide screen shows. */
const AROUND = 30;
const SIZE_PX = 56;

export interface FilmStripProps {
  entries: readonly PreviewFile[];
  name: string;
  onName: (name: string) => void;
}

/** The pictures of the list before and after the shown one, as small thumbnails. */
export function FilmStrip({ entries, name, onName }: FilmStripProps) {
  const { t } = useTranslation('entry-preview');
  const shown = useRef<HTMLButtonElement>(null);
  const pictures = entries.filter(
    (entry) => !entry.isDirectory && entryPreviewKindOf(entry) === 'image',
  );
  const at = pictures.findIndex((entry) => entry.name === name);
  useLayoutEffect(() => {
    shown.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [name]);
  if (at < 0 || pictures.length < 2) return null;
  return (
    <nav
      aria-label={t('filmStrip')}
      data-holds-swipes
      className="flex shrink-0 gap-1 overflow-x-auto px-3 py-2 [scrollbar-width:none] before:m-auto after:m-auto"
    >
      {pictures.slice(Math.max(0, at - AROUND), at + AROUND + 1).map((entry) => (
        <button
          key={entry.path}
          ref={entry.name === name ? shown : undefined}
          type="button"
          tabIndex={-1}
          aria-label={plainName(entry.name)}
          aria-current={entry.name === name || undefined}
          onClick={() => onName(entry.name)}
          className={clsx(
            'size-14 shrink-0 overflow-clip rounded-sm transition-opacity',
            entry.name === name
              ? 'outline-2 -outline-offset-2 outline-accent'
              : 'opacity-55 hover:opacity-100',
          )}
        >
          <Thumbnail entry={entry} size={SIZE_PX} className="size-full object-cover" />
        </button>
      ))}
    </nav>
  );
}
