import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { Card } from '@satchel/ui/layout/card';
import { useSelector } from '@tanstack/react-store';
import { Upload } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { problemsOfOptions } from '#shared/shares/share-options.ts';
import { useTaskSummary } from '#shared/tasks/use-tasks.ts';
import { addChosenFiles, chosenFiles } from '#shared/uploads/chosen-files.ts';
import { optionsAfter, requestsOf } from '../../uploads/upload-requests.ts';
import { startUploads } from '../../uploads/uploads.ts';
import { FileDropZone } from './file-drop-zone.tsx';
import { UploadOptionsLine, type UploadOptionsProps } from './upload-options-line.tsx';

const ChosenFiles = lazyPart(() =>
  import('./chosen-files.tsx').then((module) => module.ChosenFiles),
);

export interface UploadFormProps extends UploadOptionsProps {
  /** Null while it is not known. */
  maxBytes: number | null;
}

export function UploadForm({ maxBytes, ...given }: UploadFormProps) {
  const { t } = useTranslation('file-shares');
  const { options, onOptionsChange } = given;
  const chosen = useSelector(chosenFiles);
  const hasUploads = useTaskSummary().count > 0;
  const [isOpen, setIsOpen] = useState(false);
  const limit = maxBytes ?? Number.POSITIVE_INFINITY;
  const fitting = chosen.filter(({ file }) => file.size <= limit);
  const tooLarge = chosen.filter(({ file }) => file.size > limit);

  function submit(event: FormEvent) {
    event.preventDefault();
    const problems = problemsOfOptions(options);
    if (problems.slug || problems.maxViews) return setIsOpen(true);
    startUploads(requestsOf(fitting, options));
    chosenFiles.set([]);
    onOptionsChange(optionsAfter(options));
  }

  return (
    <form noValidate onSubmit={submit}>
      <Card className="overflow-clip">
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
        <div className="flex flex-wrap items-start gap-x-3 gap-y-2 p-3 pl-2">
          <UploadOptionsLine {...given} isOpen={isOpen} onToggle={setIsOpen} />
          <Button
            type="submit"
            variant="primary"
            icon={<Upload className="size-4" />}
            disabled={fitting.length === 0}
            className="min-w-40 max-sm:w-full"
          >
            {fitting.length === 0
              ? t('upload.pageTitle')
              : t('upload.start', { count: fitting.length })}
          </Button>
        </div>
      </Card>
    </form>
  );
}
