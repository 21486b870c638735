import { QrCode } from '@satchel/ui/figures/qr-code';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';

/** Maximum number of codes, because each consists of several hundred squares. */
const MAX_CODES = 48;

/** Name and link of a share. */
export interface NamedLink {
  readonly name: string;
  readonly url: string;
}

export interface QrCodesDialogProps {
  links: readonly NamedLink[];
  onClose: () => void;
}

/** The QR codes of many shares, each with its name. */
export function QrCodesDialog({ links, onClose }: QrCodesDialogProps) {
  const { t } = useTranslation('file-shares');
  const shown = links.slice(0, MAX_CODES);
  return (
    <Dialog
      onClose={onClose}
      width="large"
      title={t('upload.qrAll')}
      description={links.length > MAX_CODES && t('upload.qrFirst', { count: MAX_CODES })}
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-5">
        {shown.map(({ name, url }) => (
          <li key={url} className="flex min-w-0 flex-col items-center gap-2">
            <QrCode text={url} label={t('upload.qr', { name })} className="w-full rounded-md" />
            <p className="max-w-full truncate text-label font-medium">{plainName(name)}</p>
            <p className="max-w-full text-center font-mono text-caption wrap-anywhere text-ink-muted">
              {url}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
