import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';

export type VisitedRequest = Awaited<ReturnType<typeof client.uploadRequests.view>>;

const ROOT = 'upload-requests';

/** An upload request as its visitors see it. */
export function visitedRequestOptions(slug: string) {
  return queryOptions({
    queryKey: [ROOT, slug, 'visited'],
    queryFn: ({ signal }) => client.uploadRequests.view({ params: { slug } }, { signal }),
    retry: false,
  });
}

export const deliveryKey = (slug: string) => [ROOT, slug, 'delivery'];
