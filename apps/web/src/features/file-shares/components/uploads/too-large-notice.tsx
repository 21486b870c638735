import { formatBytes } from '@satchel/api-client/format-bytes';
import { Notice } from '@satchel/ui/feedback/notice';
import { useTranslation } from 'react-i18next';
import type { WaitingFile } from '#shared/uploads/choosing/chosen-files.ts';

export interface TooLargeNoticeProps {
  chosen: readonly WaitingFile[];
  /** Maximum size of an upload. */
  maxBytes: number;
}

/** Says which of the chosen files are too large to be uploaded; nothing if none is. */
export function TooLargeNotice({ chosen, maxBytes }: TooLargeNoticeProps) {
  const { t } = useTranslation('file-shares');
  const tooLarge = chosen.filter(({ file }) => file.size > maxBytes);
  if (tooLarge.length === 0) return null;
  const size = formatBytes(maxBytes);
  return (
    <div className="p-4 pb-0 last:pb-4">
      <Notice tone="warning" role="status">
        {tooLarge.length === 1
          ? t('upload.tooLarge', { name: tooLarge[0]?.file.name, size })
          : t('upload.tooLargeMany', { count: tooLarge.length, size })}
      </Notice>
    </div>
  );
}
