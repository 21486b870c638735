import { formatBytes } from '@satchel/api-client/format-bytes';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewSourceContext } from '#shared/previews/source/preview-source.ts';
import { DownloadLink } from '#shared/shares/recipient/download-link.tsx';
import { RecipientFacts } from '#shared/shares/recipient/recipient-facts.tsx';
import { RecipientPage } from '#shared/shares/recipient/recipient-page.tsx';
import { bundleShareUrl } from '#shared/shares/share-address.ts';
import { bundleArchiveUrl } from '../addresses.ts';
import type { BundleSearch } from '../bundle-search.ts';
import { createBundleSource } from '../bundle-source.ts';
import { useLiveBundle } from '../live/use-live-bundle.ts';
import { bundleQueries, type OpenedBundle } from '../queries.ts';
import { ArrivalsPanel } from './arrivals-panel.tsx';
import { BundleContent } from './bundle-content.tsx';
import { BundleSummary } from './bundle-summary.tsx';
import { VisitEnded } from './visit-ended.tsx';

export interface BundleViewProps {
  opened: OpenedBundle;
  search: BundleSearch;
  ownerActions: ReactNode;
}

/** Shows an opened bundle: what it is, its files, and what is still arriving. */
export function BundleView({ opened, search, ownerActions }: BundleViewProps) {
  const { t } = useTranslation('bundles');
  const { bundle, arrivals, isPaused, hasEnded } = useLiveBundle(opened);
  const { slug, grant } = opened;
  const source = useMemo(() => createBundleSource({ slug, grant }), [slug, grant]);
  const { item_count: count, total_size: size } = bundle;
  const archiveLabel =
    count === null
      ? t('view.downloadAll')
      : t(arrivals ? 'view.downloadArrived' : 'view.downloadFiles', {
          count,
          size: formatBytes(size ?? 0),
        });
  return (
    <PreviewSourceContext value={source}>
      <RecipientPage
        title={opened.title || t('view.title')}
        sender={opened.sender}
        message={opened.message}
        summary={<BundleSummary bundle={bundle} />}
        warning={hasEnded ? <VisitEnded /> : opened.isLastView && t('view.lastVisit')}
        facts={<RecipientFacts limits={bundle} />}
        action={
          count !== 0 && (
            <DownloadLink
              href={bundleArchiveUrl(opened)}
              name=""
              summaryKey={bundleQueries.summary(slug).queryKey}
            >
              {archiveLabel}
            </DownloadLink>
          )
        }
        link={
          opened.isLastView ? undefined : { url: bundleShareUrl(slug), label: t('view.copyLink') }
        }
        ownerActions={ownerActions}
      >
        {arrivals && <ArrivalsPanel opened={opened} arrivals={arrivals} isPaused={isPaused} />}
        <BundleContent opened={opened} search={search} isReceiving={arrivals !== null} />
      </RecipientPage>
    </PreviewSourceContext>
  );
}
