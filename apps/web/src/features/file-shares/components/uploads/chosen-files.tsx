import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { chosenFiles, type WaitingFile } from '#shared/uploads/chosen-files.ts';
import { FileThumbnail } from '#shared/uploads/file-thumbnail.tsx';

const ROW_HEIGHT_PX = 48;

export interface ChosenFilesProps {
  chosen: readonly WaitingFile[];
  /** Maximum size; larger files are marked. */
  maxBytes: number;
}

/** Files chosen for the upload. The list is virtual, so any number of files stays fast. */
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
      <VirtualList
        label={t('upload.chosen')}
        items={chosen}
        getKey={({ id }) => id}
        rowHeightPx={ROW_HEIGHT_PX}
        className="max-h-72 border-y border-line"
        renderItem={(entry) => (
          <div className="flex h-12 items-center gap-3 pr-2 pl-4 text-sm">
            <FileThumbnail file={entry.file} />
            <span className="min-w-0 flex-1 truncate">
              {entry.directory && <span className="text-ink-faint">{entry.directory}/</span>}
              {plainName(entry.file.name)}
            </span>
            <span
              className={clsx(
                'shrink-0 text-caption tabular-nums',
                entry.file.size > maxBytes ? 'text-danger' : 'text-ink-faint',
              )}
            >
              {formatBytes(entry.file.size)}
            </span>
            <IconButton
              size="small"
              label={t('upload.remove', { name: entry.file.name })}
              icon={<X />}
              onClick={() => chosenFiles.set((all) => all.filter((each) => each !== entry))}
            />
          </div>
        )}
      />
    </div>
  );
}
