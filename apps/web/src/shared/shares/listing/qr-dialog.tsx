import { QrCode } from '@satchel/ui/figures/qr-code';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import type { ManagedShare } from './managed-share.ts';

export interface QrDialogProps {
  share: Pick<ManagedShare, 'title' | 'url'>;
  onClose: () => void;
}

export function QrDialog({ share, onClose }: QrDialogProps) {
  const { t } = useTranslation(['share-lists', 'share-result']);
  return (
    <Dialog onClose={onClose} title={t('qrTitle')} description={share.title}>
      <div className="flex flex-col items-center gap-4">
        <QrCode text={share.url} label={t('share-result:qr')} className="w-56 rounded-md" />
        <p className="font-mono text-sm wrap-anywhere text-ink-muted">{share.url}</p>
        <CopyTextButton variant="primary" text={share.url} label={t('copyLink')} />
      </div>
    </Dialog>
  );
}
