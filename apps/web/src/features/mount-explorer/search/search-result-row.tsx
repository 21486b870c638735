import { formatBytes } from '@satchel/api-client/format-bytes';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { FolderSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { TimeCell } from '#shared/shares/listing/time-cell.tsx';
import { parentOf } from '../entry-path.ts';
import { usePlace } from '../explorer-context.ts';
import type { Entry } from '../queries.ts';
import { revealEntries } from '../views/revealed-entries.ts';
import { matchedParts } from './matched-parts.ts';

export interface SearchResultRowProps {
  entry: Entry;
  words: string;
  onOpen: (entry: Entry) => void;
}

export function SearchResultRow({ entry, words, onOpen }: SearchResultRowProps) {
  const { t } = useTranslation('explorer');
  const { address } = usePlace();
  const name = plainName(entry.name);
  let place = 0;
  return (
    <div className="flex h-full items-center gap-3 border-b border-line/50 px-3 text-sm hover:bg-hover">
      <EntryIcon entry={entry} className="size-5" />
      <button
        type="button"
        tabIndex={-1}
        className="touch-target min-w-0 flex-1 text-left"
        onClick={() => onOpen(entry)}
      >
        <span title={name} className="block truncate">
          {matchedParts(name, words).map(({ text, isMatch }) => {
            const key = place;
            place += text.length;
            return isMatch ? (
              <mark key={key} className="rounded-xs bg-saddle-soft text-saddle-strong">
                {text}
              </mark>
            ) : (
              <span key={key}>{text}</span>
            );
          })}
        </span>
        <span className="block truncate text-caption text-ink-muted">
          {plainName(parentOf(entry.path))}
        </span>
      </button>
      <span className="figures shrink-0 text-ink-muted max-sm:hidden">
        {formatBytes(entry.size ?? 0)}
      </span>
      <span className="w-32 shrink-0 truncate max-md:hidden">
        <TimeCell time={entry.modified} />
      </span>
      <IconButton
        label={t('search.showInFolder', { name })}
        icon={<FolderSearch />}
        size="small"
        tooltipSide="bottom-end"
        onClick={() => {
          revealEntries([entry.path]);
          address.goTo(parentOf(entry.path));
        }}
      />
    </div>
  );
}
