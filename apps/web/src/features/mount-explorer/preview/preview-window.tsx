import { IconButton } from '@satchel/ui/actions/icon-button';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, Info } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { entryPreviewKindOf } from '../entry-kind.ts';
import { childPath } from '../entry-path.ts';
import { downloadEntry } from '../operations/entry-links.ts';
import { type Entry, entryOptions } from '../queries.ts';
import { FileFacts } from './file-facts.tsx';
import { PreviewError } from './preview-error.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { type Neighbours, neighboursOf, usePreviewMoves } from './use-preview-moves.ts';

export interface EntryPreviewProps {
  /** Entries of the list, for the previous and next buttons. */
  entries: readonly Entry[];
  /** Path of the directory. */
  path: string;
  name: string;
  /** Called to show another file of the list, or with null to close the preview. */
  onName: (name: string | null) => void;
}

/** Preview that fills the window, with buttons for the previous and next file of the list. */
export function PreviewWindow({ entries, path, name, onName }: EntryPreviewProps) {
  const { t } = useTranslation(['entry-preview', 'shell']);
  const filePath = childPath(path, name);
  const asked = useQuery({ ...entryOptions(filePath), retry: false });
  const file =
    entries.find((entry) => entry.name === name && !entry.isDirectory) ?? fileOf(asked.data);
  const neighbours = neighboursOf(entries, name);
  const stage = useRef<HTMLDivElement>(null);
  const moves = usePreviewMoves(stage, neighbours, onName);
  const [areFactsShown, setFactsShown] = useState(false);

  return (
    <Dialog
      isOpen
      width="full"
      initialFocus={stage}
      onClose={() => onName(null)}
      title={plainName(name)}
      actions={
        <div className="flex items-center gap-0.5">
          <Turning neighbours={neighbours} onName={onName} />
          <IconButton
            size="small"
            label={t('facts.show')}
            icon={<Info />}
            aria-pressed={areFactsShown}
            onClick={() => setFactsShown(!areFactsShown)}
          />
          <IconButton
            size="small"
            label={t('shell:actions.download')}
            icon={<Download />}
            onClick={() => void downloadEntry(filePath)}
          />
        </div>
      }
    >
      <div
        ref={stage}
        // Takes the focus initially, so that arrow keys change the file and no button shows its tooltip.
        tabIndex={-1}
        className="relative flex min-h-0 flex-1 outline-none"
        {...moves}
      >
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {file ? (
            <PreviewStage
              file={file}
              url={asked.data?.path === file.path ? asked.data.preview_url : undefined}
              entries={entries}
              onName={onName}
            />
          ) : asked.error ? (
            <PreviewError error={asked.error} onRetry={() => void asked.refetch()} />
          ) : (
            <Skeleton className="m-4 h-80" />
          )}
        </div>
        {areFactsShown && file && (
          <FileFacts file={file} isImage={entryPreviewKindOf(file) === 'image'} />
        )}
      </div>
    </Dialog>
  );
}

/** Returns the entry if it is a file. The server describes files that the list does not contain. */
function fileOf(asked: Entry | undefined): Entry | undefined {
  return asked && !asked.isDirectory ? asked : undefined;
}

interface TurningProps {
  neighbours: Neighbours;
  onName: (name: string) => void;
}

function Turning({ neighbours, onName }: TurningProps) {
  const { t } = useTranslation('entry-preview');
  const { previous, next, position, count } = neighbours;
  if (count < 2 || position === 0) return null;
  const turn = (label: string, icon: ReactElement, name: string | null) => (
    <IconButton
      size="small"
      label={label}
      icon={icon}
      disabled={name === null}
      onClick={() => name !== null && onName(name)}
    />
  );
  return (
    <>
      {turn(t('previous'), <ChevronLeft />, previous)}
      <span className="figures hidden text-caption text-ink-muted sm:inline" aria-live="polite">
        {t('position', { position, count })}
      </span>
      {turn(t('next'), <ChevronRight />, next)}
    </>
  );
}
