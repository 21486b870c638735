import { useTranslation } from 'react-i18next';
import { maxViewsOf, type ShareOptions } from './share-options.ts';

/** Options of a new share in one line, such as "Expires in 7 days · No password". */
export function useOptionsSummary(options: ShareOptions): readonly string[] {
  const { t } = useTranslation('shares');
  const maxViews = maxViewsOf(options.maxViews);
  return [
    t(`summary.expiry.${options.expiryHours}`),
    t(options.password ? 'summary.password' : 'summary.noPassword'),
    ...(maxViews === null ? [] : [t('summary.maxViews', { count: maxViews })]),
    ...(options.slug ? [`/${options.slug}`] : []),
    ...(options.remark ? [options.remark] : []),
  ];
}
