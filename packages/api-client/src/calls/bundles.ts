import type { ApiClient, CallOptions } from '../client.ts';
import type { Bundle, BundleListQuery } from '../contract/bundle-shapes.ts';
import { bundles as routes } from '../contract/link-routes.ts';
import { eachRowByOffset } from '../paging.ts';
import { bindCalls, type CallsOf } from './bind-calls.ts';

/** Filter of {@link Bundles.all}. */
export interface BundlesQuery extends Omit<BundleListQuery, 'offset'> {}

/** Several files, or a folder of a mount, behind one link. Created by {@link createBundles}. */
export interface Bundles extends CallsOf<typeof routes> {
  /**
   * Yields all own bundles, newest first; requests a page of `limit` rows at a time.
   *
   * @example
   * for await (const { slug, item_count } of client.bundles.all()) console.log(slug, item_count);
   */
  all(query?: BundlesQuery, options?: CallOptions): AsyncGenerator<Bundle, void, undefined>;
}

/**
 * Creates the methods for bundles.
 *
 * @example
 * const { share_url } = await createBundles(api).create({ body: { title: 'Photos' } });
 */
export function createBundles(api: ApiClient): Bundles {
  const calls = bindCalls(api, routes);
  return {
    ...calls,
    all: (query, options) =>
      eachRowByOffset(calls.list, query, ({ data }) => [data.bundles, data.pagination], options),
  };
}
