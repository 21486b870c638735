import { copyText } from '@satchel/ui/copy-button';
import { IconButton } from '@satchel/ui/icon-button';
import { Menu } from '@satchel/ui/menu';
import { showToast } from '@satchel/ui/toast-store';
import { EllipsisVertical, Link2, PenLine, QrCode, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ManagedShare } from './managed-share.ts';

export interface RowActionHandlers {
  onEdit: (share: ManagedShare) => void;
  onDelete: (share: ManagedShare) => void;
  onShowQr: (share: ManagedShare) => void;
}

export interface RowActionsProps {
  share: ManagedShare;
  handlers: RowActionHandlers;
}

export function RowActions({ share, handlers }: RowActionsProps) {
  const { t } = useTranslation(['share-lists', 'shell']);

  function copyLink() {
    copyText(share.url).then(
      () => showToast('success', t('linkCopied')),
      () => showToast('error', t('shell:copyFailed')),
    );
  }

  return (
    <div className="flex justify-end">
      <IconButton
        label={t('copyLink')}
        icon={<Link2 />}
        size="small"
        tooltipSide="bottom-end"
        className="max-sm:hidden"
        onClick={copyLink}
      />
      <IconButton
        label={t('edit')}
        icon={<PenLine />}
        size="small"
        tooltipSide="bottom-end"
        className="max-sm:hidden"
        onClick={() => handlers.onEdit(share)}
      />
      <Menu
        label={t('actions', { name: share.title })}
        icon={<EllipsisVertical />}
        items={[
          { key: 'copy', label: t('copyLink'), icon: <Link2 />, onSelect: copyLink },
          {
            key: 'qr',
            label: t('showQr'),
            icon: <QrCode />,
            onSelect: () => handlers.onShowQr(share),
          },
          {
            key: 'edit',
            label: t('edit'),
            icon: <PenLine />,
            onSelect: () => handlers.onEdit(share),
          },
          {
            key: 'delete',
            label: t('delete'),
            icon: <Trash2 />,
            isDangerous: true,
            onSelect: () => handlers.onDelete(share),
          },
        ]}
      />
    </div>
  );
}
