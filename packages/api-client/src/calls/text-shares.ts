import type { ApiClient, CallOptions } from '../client.ts';
import { textShares as routes } from '../contract/routes.ts';
import type { TextShareListQuery, TextShareRow } from '../contract/text-share-shapes.ts';
import { eachRowByOffset } from '../paging.ts';
import { bindCalls, type CallsOf } from './bind-calls.ts';

/** Filter of {@link TextShares.all}. */
export interface TextSharesQuery extends Omit<TextShareListQuery, 'offset' | 'page'> {}

/** Shared texts. Created by {@link createTextShares}. */
export interface TextShares extends CallsOf<typeof routes> {
  /**
   * Yields all own texts, newest first; requests a page of `limit` rows at a time (default 100).
   *
   * @example
   * for await (const { slug } of client.textShares.all({ search: 'release' })) console.log(slug);
   */
  all(
    query?: TextSharesQuery,
    options?: CallOptions,
  ): AsyncGenerator<TextShareRow, void, undefined>;
}

/**
 * Creates the methods for shared texts.
 *
 * @example
 * const { url } = await createTextShares(api).create({ body: { content: '# Hello' } });
 */
export function createTextShares(api: ApiClient): TextShares {
  const calls = bindCalls(api, routes);
  return {
    ...calls,
    all: (query, options) =>
      eachRowByOffset(
        calls.list,
        { limit: 100, ...query },
        ({ data, pagination }) => [data, pagination],
        options,
      ),
  };
}
