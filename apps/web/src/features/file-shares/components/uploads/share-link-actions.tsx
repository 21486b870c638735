import { copyText } from '@satchel/ui/actions/copy-button';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { Copy, QrCode, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';

const QrCodesDialog = lazyPart(() =>
  import('./qr-codes-dialog.tsx').then((module) => module.QrCodesDialog),
);

/** Copies the link of one upload, shows it as a QR code, or hands it to another app. */
export function ShareLinkActions({ name, url }: { name: string; url: string }) {
  const { t } = useTranslation(['file-shares', 'shell']);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        size="small"
        label={t('upload.copyLink', { name })}
        icon={<Copy />}
        onClick={() => {
          copyText(url).then(
            () => showToast('success', t('shell:actions.copied')),
            () => showToast('error', t('shell:copyFailed')),
          );
        }}
      />
      <IconButton
        size="small"
        label={t('upload.qr', { name })}
        icon={<QrCode />}
        onClick={() => setIsOpen(true)}
      />
      {'share' in navigator && (
        <IconButton
          size="small"
          label={t('upload.share', { name })}
          icon={<Share2 />}
          onClick={() => void navigator.share({ url }).catch(() => undefined)}
        />
      )}
      {isOpen && <QrCodesDialog links={[{ name, url }]} onClose={() => setIsOpen(false)} />}
    </>
  );
}
