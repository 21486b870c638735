import { Badge } from '@satchel/ui/feedback/badge';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '#shared/api/client.ts';
import { ownKeyOf } from '#shared/shares/share-queries.ts';

const REFETCH_MS = 60_000;

/**
 * Number of deliveries that the user has not seen. All pages of the panel share one request a minute, which is
 * not made while the tab is hidden.
 */
function useNewDeliveries(): number {
  const { data: count = 0 } = useQuery({
    // Among the lists, so that it is read again after each change of requests or deliveries.
    queryKey: [...ownKeyOf('upload-requests'), 'list', 'new'],
    queryFn: async ({ signal }) => {
      const { data } = await client.uploadRequests.list({ query: { limit: 1 } }, { signal });
      return data.new_deliveries;
    },
    staleTime: REFETCH_MS,
    refetchInterval: REFETCH_MS,
  });
  return count;
}

/** Badge with the number of new deliveries, within a link. */
export function NewDeliveriesBadge() {
  const { t } = useTranslation('panel');
  const count = useNewDeliveries();
  if (count === 0) return null;
  return (
    <span className="ml-auto inline-flex">
      <Badge tone="saddle">
        <span aria-hidden="true" className="figures">
          {count}
        </span>
        <span className="sr-only">{t('newDeliveries', { count })}</span>
      </Badge>
    </span>
  );
}

/** Tells screen readers a changed number. Outside of the link, because a status is no part of a link's name. */
export function NewDeliveriesStatus() {
  const { t } = useTranslation('panel');
  const count = useNewDeliveries();
  return (
    <span role="status" className="sr-only">
      {count > 0 && t('newDeliveries', { count })}
    </span>
  );
}
