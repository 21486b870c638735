import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';

export type VisitedRequest = Awaited<ReturnType<typeof client.uploadRequests.view>>;
export type RequestRow = Awaited<
  ReturnType<typeof client.uploadRequests.list>
>['data']['requests'][number];
export type DeliveryRow = Awaited<
  ReturnType<typeof client.uploadRequests.deliveries>
>['deliveries'][number];

/** An upload request as its visitors see it. */
export function visitedRequestOptions(slug: string) {
  return queryOptions({
    queryKey: ['upload-requests', slug, 'visited'],
    queryFn: ({ signal }) => client.uploadRequests.view({ params: { slug } }, { signal }),
    retry: false,
  });
}

export const deliveryKey = (slug: string) => ['upload-requests', slug, 'delivery'];
