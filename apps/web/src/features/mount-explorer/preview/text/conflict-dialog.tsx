import { Button } from '@satchel/ui/actions/button';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { readText } from '#shared/previews/source/preview-content.ts';
import { type PreviewFile, usePreviewSource } from '#shared/previews/source/preview-source.ts';
import type { Conflict } from './use-text-editing.ts';

const TextDifference = lazyPart(() =>
  import('./text-difference.tsx').then((module) => module.TextDifference),
);

export interface ConflictDialogProps {
  file: PreviewFile;
  conflict: Conflict;
  isBusy: boolean;
  onOverwrite: () => void;
  onCopy: () => void;
  onClose: () => void;
}

/** Asks how to resolve a conflict: another client changed or deleted the file while the user edited it. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { file, isBusy, onOverwrite, onCopy, onClose } = props;
  const { text, isFileDeleted } = props.conflict;
  const { t } = useTranslation('entry-preview');
  const source = usePreviewSource();
  const [isCompared, setIsCompared] = useState(false);
  const theirs = useQuery({
    queryKey: [...source.keyOf(file.path), 'conflict'],
    queryFn: ({ signal }) => readText(source, file.path, signal, () => {}),
    enabled: isCompared,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (isFileDeleted) {
    return (
      <Dialog
        onClose={onClose}
        title={t('conflict.deletedTitle')}
        description={t('conflict.deleted', { name: plainName(file.name) })}
        footer={
          <Button variant="primary" isBusy={isBusy} onClick={onOverwrite}>
            {t('conflict.createAgain')}
          </Button>
        }
      />
    );
  }
  return (
    <Dialog
      width={isCompared ? 'large' : 'medium'}
      onClose={onClose}
      title={t('conflict.title')}
      description={t('conflict.description', { name: plainName(file.name) })}
      footer={
        <>
          {!isCompared && (
            <Button className="sm:mr-auto" onClick={() => setIsCompared(true)}>
              {t('conflict.compare')}
            </Button>
          )}
          <Button variant="danger" isBusy={isBusy} onClick={onOverwrite}>
            {t('conflict.overwrite')}
          </Button>
          <Button variant="primary" isBusy={isBusy} onClick={onCopy}>
            {t('conflict.copy')}
          </Button>
        </>
      }
    >
      {isCompared && theirs.error && <p className="text-sm">{sentenceOf(theirs.error)}</p>}
      {isCompared && theirs.isPending && <Skeleton className="h-60" />}
      {isCompared && theirs.data && (
        <>
          <p className="mb-2 text-caption text-ink-muted">{t('conflict.legend')}</p>
          <TextDifference before={theirs.data.text} after={text} label={t('conflict.compare')} />
        </>
      )}
    </Dialog>
  );
}
