import { IconButton } from '@satchel/ui/actions/icon-button';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { ChevronLeft, ChevronRight, Download, Info } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entryPreviewKindOf } from '#shared/file-types/entry-kind.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';
import { FileFacts } from './file-facts.tsx';
import { FilmStrip } from './film-strip.tsx';
import { PreviewError } from './preview-error.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { type Neighbours, neighboursOf, usePreviewMoves } from './use-preview-moves.ts';

export interface PreviewWindowProps {
  /** Entries of the list, for the previous and next buttons. */
  entries: readonly PreviewFile[];
  /** Path of the file. */
  path: string;
  name: string;
  /** Called to show another file of the list, or with null to close the preview. */
  onName: (name: string | null) => void;
}

/** Preview that fills the window, with buttons for the previous and next file of the list. */
export function PreviewWindow({ entries, path, name, onName }: PreviewWindowProps) {
  const { t } = useTranslation(['entry-preview', 'shell']);
  const source = usePreviewSource();
  const listed = entries.find((entry) => entry.name === name && !entry.isDirectory);
  const asked = source.useFile(path, listed !== undefined);
  const file = listed ?? asked.data?.file;
  const [earlier, setEarlier] = useState(entries);
  if (listed && earlier !== entries) setEarlier(entries);
  const neighbours = neighboursOf(entries, name, earlier);
  const stage = useRef<HTMLDivElement>(null);
  const moves = usePreviewMoves(stage, neighbours, onName);
  const [areFactsShown, setFactsShown] = useState(false);
  const isImage = file !== undefined && entryPreviewKindOf(file) === 'image';

  return (
    <Dialog
      width="full"
      isDark={isImage}
      initialFocus={stage}
      onClose={() => onName(null)}
      title={plainName(name)}
      actions={
        <div className="flex flex-wrap items-center justify-end gap-0.5">
          <Turning neighbours={neighbours} onName={onName} />
          {source.Facts && (
            <IconButton
              size="small"
              label={t('facts.show')}
              icon={<Info />}
              aria-pressed={areFactsShown}
              onClick={() => setFactsShown(!areFactsShown)}
            />
          )}
          <IconButton
            size="small"
            label={t('shell:actions.download')}
            icon={<Download />}
            onClick={() => source.download(path)}
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
            <PreviewStage file={file} url={asked.data?.url} entries={entries} onName={onName} />
          ) : asked.error ? (
            <PreviewError error={asked.error} onRetry={() => void asked.refetch()} />
          ) : (
            <Skeleton className="m-4 h-80" />
          )}
        </div>
        {areFactsShown && file && <FileFacts file={file} isImage={isImage} />}
      </div>
      {isImage && <FilmStrip entries={entries} name={name} onName={onName} />}
    </Dialog>
  );
}

interface TurningProps {
  neighbours: Neighbours;
  onName: (name: string) => void;
}

function Turning({ neighbours, onName }: TurningProps) {
  const { t } = useTranslation('entry-preview');
  const { previous, next, position, count } = neighbours;
  if (previous === null && next === null) return null;
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
        {position > 0 && t('position', { position, count })}
      </span>
      {turn(t('next'), <ChevronRight />, next)}
    </>
  );
}
