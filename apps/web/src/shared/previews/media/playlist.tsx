import { formatBytes } from '@satchel/api-client/format-bytes';
import clsx from 'clsx';
import { Volume2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import type { PreviewFile } from '../source/preview-source.ts';

export interface PlaylistProps {
  entries: readonly PreviewFile[];
  /** Name of the playing file. */
  name: string;
  isCompact: boolean;
  onName: (name: string) => void;
}

/** Lists the folder's files that can play one after another. */
export function Playlist({ entries, name, isCompact, onName }: PlaylistProps) {
  const { t } = useTranslation('entry-preview');
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // No return value: newer browsers return a promise, and React would take it for the cleanup function.
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [name]);
  return (
    <nav
      aria-label={t('player.playlist')}
      className={clsx(
        'overflow-y-auto border-t border-line',
        isCompact ? 'max-h-40 shrink-0' : 'min-h-0 flex-1',
      )}
    >
      <ol className="mx-auto max-w-3xl py-2">
        {entries.map((entry) => {
          const isCurrent = entry.name === name;
          return (
            // The browser lays out rows of a long list only when they scroll into view.
            <li
              key={entry.path}
              className="[contain-intrinsic-size:auto_2.25rem] [content-visibility:auto]"
            >
              <button
                type="button"
                ref={isCurrent ? current : null}
                aria-current={isCurrent || undefined}
                onClick={() => onName(entry.name)}
                className={clsx(
                  'flex h-9 w-full items-center gap-3 px-4 text-left text-sm -outline-offset-2 hover:bg-hover',
                  isCurrent ? 'font-medium text-accent-strong' : 'text-ink',
                )}
              >
                <Volume2 className={clsx('size-4 shrink-0', !isCurrent && 'invisible')} />
                <span className="min-w-0 flex-1 truncate">{plainName(entry.name)}</span>
                <span className="figures text-caption text-ink-muted">
                  {formatBytes(entry.size ?? 0)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
