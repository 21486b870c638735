import { formatBytes } from '@satchel/api-client/format-bytes';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { Notice } from '@satchel/ui/feedback/notice';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { FileThumbnail } from '#shared/uploads/file-thumbnail.tsx';
import { type DeliveryFile, refusalOf } from '../delivery/chosen.ts';
import type { VisitedRequest } from '../queries.ts';

const ROW_HEIGHT_PX = 56;

export interface ChosenFilesProps {
  files: readonly DeliveryFile[];
  request: VisitedRequest;
  onRemove: (id: string) => void;
}

/** Files that will be sent, and those that the request does not accept, with the reason. */
export function ChosenFiles({ files, request, onRemove }: ChosenFilesProps) {
  const { t } = useTranslation('upload-requests');
  if (files.length === 0) return null;
  const refused = files.filter(({ file }) => refusalOf(file, request) !== null).length;
  return (
    <>
      <VirtualList
        label={t('form.chosen')}
        items={files}
        getKey={({ id }) => id}
        rowHeightPx={ROW_HEIGHT_PX}
        className="max-h-80 border-t border-line"
        renderItem={(each) => <ChosenRow each={each} request={request} onRemove={onRemove} />}
      />
      {refused > 0 && (
        <div className="border-t border-line p-3">
          <Notice tone="warning" role="status">
            {t('form.left', { count: refused })}
          </Notice>
        </div>
      )}
    </>
  );
}

interface ChosenRowProps {
  each: DeliveryFile;
  request: VisitedRequest;
  onRemove: (id: string) => void;
}

function ChosenRow({ each, request, onRemove }: ChosenRowProps) {
  const { t } = useTranslation('upload-requests');
  const { file, directory, wanted, id } = each;
  const refusal = refusalOf(file, request);
  return (
    <div className="flex h-14 items-center gap-3 border-b border-line pr-2 pl-4">
      <FileThumbnail file={file} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-label">
          {directory && <span className="text-ink-faint">{directory}/</span>}
          {plainName(file.name)}
        </p>
        <p className="figures truncate text-caption text-ink-muted">
          {refusal === null ? (
            formatBytes(file.size)
          ) : (
            <span className="text-danger">
              {t(`form.${refusal}`, { size: formatBytes(request.max_file_bytes) })}
            </span>
          )}
          {wanted && <> · {t('form.for', { item: wanted })}</>}
        </p>
      </div>
      <IconButton
        size="small"
        label={t('form.remove', { name: file.name })}
        icon={<X />}
        onClick={() => onRemove(id)}
      />
    </div>
  );
}
