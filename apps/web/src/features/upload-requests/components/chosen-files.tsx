import { formatBytes } from '@satchel/api-client/format-bytes';
import { Notice } from '@satchel/ui/feedback/notice';
import { useTranslation } from 'react-i18next';
import { ChosenFileList } from '#shared/uploads/choosing/chosen-file-list.tsx';
import { type DeliveryFile, refusalOf } from '../delivery/chosen.ts';
import type { VisitedRequest } from '../queries.ts';

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
      <ChosenFileList
        label={t('form.chosen')}
        files={files}
        detailOf={({ file, wanted }) => {
          const refusal = refusalOf(file, request);
          return (
            <>
              {refusal === null ? (
                formatBytes(file.size)
              ) : (
                <span className="text-danger">
                  {t(`form.${refusal}`, { size: formatBytes(request.max_file_bytes) })}
                </span>
              )}
              {wanted && <> · {t('form.for', { item: wanted })}</>}
            </>
          );
        }}
        removeLabel={(name) => t('form.remove', { name })}
        onRemove={({ id }) => onRemove(id)}
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
