import { buttonClassName } from '@satchel/ui/actions/button';
import { Tooltip } from '@satchel/ui/overlays/tooltip';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { rawTextUrl } from '#shared/shares/share-address.ts';

export function RawLink({ slug, spendsView }: { slug: string; spendsView: boolean }) {
  const { t } = useTranslation('text-shares');
  const link = (
    <a href={rawTextUrl(slug)} target="_blank" rel="noopener" className={buttonClassName()}>
      <ExternalLink />
      {t('view.raw')}
      {spendsView && <span className="sr-only">({t('view.rawSpends')})</span>}
    </a>
  );
  return spendsView ? (
    <Tooltip text={t('view.rawSpends')} side="bottom-end">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
