import { Button } from '@satchel/ui/button';
import { Card } from '@satchel/ui/card';
import { IconButton } from '@satchel/ui/icon-button';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { plainName } from '#shared/format/plain-name.ts';
import type { ChosenFile } from '../uploads/chosen-files.ts';
import { FileTypeIcon } from './file-type-icon.tsx';

export interface ChosenFilesProps {
  chosen: readonly ChosenFile[];
  onRemove: (file: ChosenFile) => void;
  onClear: () => void;
}

export function ChosenFiles({ chosen, onRemove, onClear }: ChosenFilesProps) {
  const { t } = useTranslation('file-shares');
  const totalBytes = chosen.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <Card>
      <div className="flex items-center justify-between border-b border-line px-4 py-2">
        <h2 className="text-sm font-semibold">
          {t('upload.chosen')}
          <span role="status" className="ml-2 font-normal text-ink-faint">
            {t('upload.chosenCount', { count: chosen.length, size: formatBytes(totalBytes) })}
          </span>
        </h2>
        <Button variant="quiet" size="small" onClick={onClear}>
          {t('upload.clear')}
        </Button>
      </div>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto">
        {chosen.map((entry, index) => (
          <li key={index} className="flex items-center gap-2.5 py-1.5 pr-2 pl-4 text-sm">
            <FileTypeIcon mimeType={entry.file.type} />
            <span className="min-w-0 flex-1 truncate">
              {entry.directory && <span className="text-ink-faint">{entry.directory}/</span>}
              {plainName(entry.file.name)}
            </span>
            <span className="shrink-0 text-xs text-ink-faint tabular-nums">
              {formatBytes(entry.file.size)}
            </span>
            <IconButton
              size="small"
              label={t('upload.remove', { name: entry.file.name })}
              icon={<X />}
              tooltipSide="bottom-end"
              onClick={() => onRemove(entry)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
