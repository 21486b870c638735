import { formatBytes } from '@satchel/api-client/format-bytes';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import type { VisitedBundle } from '../queries.ts';

export interface BundleSummaryProps {
  bundle: Pick<
    VisitedBundle,
    'is_folder' | 'item_count' | 'total_size' | 'coming_count' | 'coming_size'
  >;
}

/** Number and size of a bundle's files, with those that are still coming; "Shared folder" for a folder. */
export function BundleSummary({ bundle }: BundleSummaryProps) {
  const { t } = useTranslation('bundles');
  const language = useLanguage();
  if (bundle.item_count === null) return t('view.folder');
  const count = bundle.item_count + bundle.coming_count;
  return t('view.files', {
    count,
    number: formatNumber(count, language),
    size: formatBytes((bundle.total_size ?? 0) + bundle.coming_size),
  });
}
