import { ViewSwitch } from '@satchel/ui/actions/view-switch';
import { Card } from '@satchel/ui/layout/card';
import { useMutation } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useTranslation } from 'react-i18next';
import { useTaskSummary } from '#shared/tasks/use-tasks.ts';
import { addDrop } from '#shared/uploads/choosing/add-drop.ts';
import {
  addChosenFiles,
  type Chosen,
  chosenFiles,
  readingDrops,
} from '#shared/uploads/choosing/chosen-files.ts';
import { FileDropZone } from '#shared/uploads/choosing/file-drop-zone.tsx';
import { canShareOneLink, startBundle } from '../../uploads/bundles/start-bundle.ts';
import {
  type LinkMode,
  linkMode,
  optionsAfter,
  requestsOf,
  type UploadOptions,
  uploadOptions,
} from '../../uploads/upload-requests.ts';
import { startUploads } from '../../uploads/uploads.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { TooLargeNotice } from './too-large-notice.tsx';
import { UploadOptionsForm, type UploadOptionsProps } from './upload-options-line.tsx';

export interface UploadFormProps extends UploadOptionsProps {
  /** Null while unknown. */
  maxBytes: number | null;
}

/** Content of the form when the user started the upload. */
interface Start extends Chosen {
  /** All files; `files` are those that are not too large. */
  readonly chosen: Chosen['files'];
  readonly options: UploadOptions;
}

/** Clears what was started. What the user has chosen or typed since then stays. */
function clear({ chosen, options }: Pick<Start, 'chosen' | 'options'>): void {
  chosenFiles.set((all) => all.filter((each) => !chosen.includes(each)));
  uploadOptions.set((now) => optionsAfter(now, options));
}

export function UploadForm({ maxBytes, ...given }: UploadFormProps) {
  const { t } = useTranslation('file-shares');
  const chosen = useSelector(chosenFiles);
  const drops = useSelector(readingDrops);
  const mode = useSelector(linkMode.atom);
  const hasUploads = useTaskSummary().count > 0;
  const limit = maxBytes ?? Number.POSITIVE_INFINITY;
  const fitting = chosen.filter(({ file }) => file.size <= limit);
  const canBeOne = canShareOneLink({ files: fitting, drops });
  const isBundle = canBeOne && mode === 'one';
  const bundle = useMutation({
    mutationFn: ({ files, drops, options }: Start) =>
      startBundle({ files, drops, maxBytes: limit }, options),
    onSuccess(uploaded, { chosen, options }) {
      if (uploaded.length > 0) clear({ chosen: [...chosen, ...uploaded], options });
    },
  });

  function start(): void {
    const started = { chosen, files: fitting, drops, options: given.options };
    if (!isBundle) {
      startUploads(requestsOf(fitting, given.options));
      clear(started);
    } else if (!bundle.isPending) bundle.mutate(started);
  }

  return (
    <Card className="overflow-clip">
      <UploadOptionsForm
        {...given}
        onOptionsChange={(options) => {
          if (options.slug !== given.options.slug) bundle.reset();
          given.onOptionsChange(options);
        }}
        label={
          fitting.length === 0 || drops.length > 0
            ? t('upload.pageTitle')
            : t('upload.start', { count: fitting.length })
        }
        canStart={fitting.length > 0 || (isBundle && drops.length > 0)}
        isBundle={isBundle}
        isBusy={bundle.isPending}
        error={isBundle ? bundle.error : null}
        start={start}
      >
        <FileDropZone
          maxBytes={maxBytes}
          isCompact={chosen.length > 0 || hasUploads}
          isReading={drops.length > 0}
          onFiles={addChosenFiles}
          onDrop={addDrop}
        />
        {chosen.length > 0 && <ChosenFiles chosen={chosen} maxBytes={limit} />}
        {canBeOne && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
            <ViewSwitch<LinkMode>
              label={t('upload.links.label')}
              views={[
                { value: 'one', label: t('upload.links.one') },
                { value: 'each', label: t('upload.links.each') },
              ]}
              shown={mode}
              onShow={linkMode.store}
              className="max-sm:max-w-full max-sm:flex-wrap"
            />
            <p className="text-meta text-ink-muted">{t(`upload.links.${mode}Hint`)}</p>
          </div>
        )}
        <TooLargeNotice chosen={chosen} maxBytes={limit} />
      </UploadOptionsForm>
    </Card>
  );
}
