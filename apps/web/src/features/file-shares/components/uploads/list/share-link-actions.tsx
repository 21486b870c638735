import { copyText } from '@satchel/ui/actions/copy-button';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { Copy, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { showResult } from '#shared/shares/result/share-result.ts';
import type { Task } from '#shared/tasks/task.ts';

/** Copies the link of an upload, or shows its result again: QR code, other apps, options. */
export function ShareLinkActions({ task, link }: { task: Task; link: string }) {
  const { t } = useTranslation(['file-shares', 'shell']);
  const { id, title: name } = task;
  return (
    <>
      <IconButton
        size="small"
        label={t('upload.copyLink', { name })}
        icon={<Copy />}
        onClick={() => {
          copyText(link).then(
            () => showToast('success', t('shell:actions.copied')),
            () => showToast('error', t('shell:copyFailed')),
          );
        }}
      />
      <IconButton
        size="small"
        label={t('upload.showLink', { name })}
        icon={<QrCode />}
        onClick={() => showResult({ taskId: id })}
      />
    </>
  );
}
