import type { ApiClient, CallOptions } from '../client.ts';
import { uploadRequests as routes } from '../contract/link-routes.ts';
import type { UploadRequest, UploadRequestListQuery } from '../contract/upload-request-shapes.ts';
import { eachRowByOffset } from '../paging.ts';
import { bindCalls, type CallsOf } from './bind-calls.ts';

/** Filter of {@link UploadRequests.all}. */
export interface UploadRequestsQuery extends Omit<UploadRequestListQuery, 'offset'> {}

/** Links through which others send files in. Created by {@link createUploadRequests}. */
export interface UploadRequests extends CallsOf<typeof routes> {
  /**
   * Yields all own upload requests, newest first; requests a page of `limit` rows at a time.
   *
   * @example
   * for await (const { title, new_deliveries } of client.uploadRequests.all()) {
   *   console.log(title, new_deliveries);
   * }
   */
  all(
    query?: UploadRequestsQuery,
    options?: CallOptions,
  ): AsyncGenerator<UploadRequest, void, undefined>;
}

/**
 * Creates the methods for upload requests.
 *
 * @example
 * const { share_url } = await createUploadRequests(api).create({ body: { title: 'Your photos' } });
 */
export function createUploadRequests(api: ApiClient): UploadRequests {
  const calls = bindCalls(api, routes);
  return {
    ...calls,
    all: (query, options) =>
      eachRowByOffset(calls.list, query, ({ data }) => [data.requests, data.pagination], options),
  };
}
