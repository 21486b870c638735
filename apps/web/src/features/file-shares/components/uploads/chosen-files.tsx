import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { useTranslation } from 'react-i18next';
import { ChosenFileList } from '#shared/uploads/choosing/chosen-file-list.tsx';
import { chosenFiles, type WaitingFile } from '#shared/uploads/choosing/chosen-files.ts';

export interface ChosenFilesProps {
  chosen: readonly WaitingFile[];
  /** Maximum size; larger files are marked. */
  maxBytes: number;
}

/** Files chosen for the upload, with their total size. */
export function ChosenFiles({ chosen, maxBytes }: ChosenFilesProps) {
  const { t } = useTranslation('file-shares');
  const totalBytes = chosen.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <div className="border-t border-line">
      <div className="flex items-center justify-between py-1.5 pr-2 pl-4">
        <h2 className="text-label font-semibold">
          {t('upload.chosen')}
          <span role="status" className="ml-2 font-normal text-ink-faint">
            {t('upload.chosenCount', { count: chosen.length, size: formatBytes(totalBytes) })}
          </span>
        </h2>
        <Button variant="quiet" size="small" onClick={() => chosenFiles.set([])}>
          {t('upload.clear')}
        </Button>
      </div>
      <ChosenFileList
        label={t('upload.chosen')}
        files={chosen}
        detailOf={({ file: { size } }) => (
          <span className={size > maxBytes ? 'text-danger' : undefined}>{formatBytes(size)}</span>
        )}
        removeLabel={(name) => t('upload.remove', { name })}
        onRemove={(removed) => chosenFiles.set((all) => all.filter((each) => each !== removed))}
      />
    </div>
  );
}
