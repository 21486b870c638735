import { Notice } from '@satchel/ui/feedback/notice';
import { Card } from '@satchel/ui/layout/card';
import { useSelector } from '@tanstack/react-store';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { useTaskSummary } from '#shared/tasks/use-tasks.ts';
import { addChosenFiles, chosenFiles } from '#shared/uploads/chosen-files.ts';
import { FileDropZone } from '#shared/uploads/file-drop-zone.tsx';
import { requestsOf } from '../../uploads/upload-requests.ts';
import { startUploads } from '../../uploads/uploads.ts';
import { UploadOptionsForm, type UploadOptionsProps } from './upload-options-line.tsx';

const ChosenFiles = lazyPart(() =>
  import('./chosen-files.tsx').then((module) => module.ChosenFiles),
);

export interface UploadFormProps extends UploadOptionsProps {
  /** Null while unknown. */
  maxBytes: number | null;
}

export function UploadForm({ maxBytes, ...given }: UploadFormProps) {
  const { t } = useTranslation('file-shares');
  const chosen = useSelector(chosenFiles);
  const hasUploads = useTaskSummary().count > 0;
  const limit = maxBytes ?? Number.POSITIVE_INFINITY;
  const fitting = chosen.filter(({ file }) => file.size <= limit);
  const tooLarge = chosen.filter(({ file }) => file.size > limit);
  return (
    <Card className="overflow-clip">
      <UploadOptionsForm
        {...given}
        label={
          fitting.length === 0
            ? t('upload.pageTitle')
            : t('upload.start', { count: fitting.length })
        }
        canStart={fitting.length > 0}
        start={() => {
          startUploads(requestsOf(fitting, given.options));
          chosenFiles.set([]);
        }}
      >
        <FileDropZone
          maxBytes={maxBytes}
          isCompact={chosen.length > 0 || hasUploads}
          onFiles={addChosenFiles}
        />
        {chosen.length > 0 && <ChosenFiles chosen={chosen} maxBytes={limit} />}
        {tooLarge.length > 0 && (
          <div className="px-4 pt-3">
            <Notice tone="warning" role="status">
              {tooLarge.length === 1
                ? t('upload.tooLarge', {
                    name: tooLarge[0]?.file.name,
                    size: formatBytes(limit),
                  })
                : t('upload.tooLargeMany', { count: tooLarge.length, size: formatBytes(limit) })}
            </Notice>
          </div>
        )}
      </UploadOptionsForm>
    </Card>
  );
}
