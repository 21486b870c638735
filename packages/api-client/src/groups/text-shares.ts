import type { ApiClient, CallOptions } from '../client.ts';
import type { TextShareListQuery, TextShareRow } from '../contract/text-share-shapes.ts';
import type * as contract from '../contract/text-shares.ts';
import { eachRowByOffset } from '../paging.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link TextShares} and their declarations. */
export interface TextSharesCalls {
  /** Share a text. */
  readonly create: typeof contract.createTextShare;
  /** View a text share. */
  readonly view: typeof contract.viewTextShare;
  /** View a text share that has a password. */
  readonly unlock: typeof contract.unlockTextShare;
  /** The bare text of a share. */
  readonly raw: typeof contract.rawTextShare;
  /** List text shares. */
  readonly list: typeof contract.listTextShares;
  /** One text share. */
  readonly get: typeof contract.getTextShare;
  /** Change a text share. */
  readonly update: typeof contract.updateTextShare;
  /** Delete text shares. */
  readonly delete: typeof contract.deleteTextShares;
  /** Delete text shares. */
  readonly deleteByPost: typeof contract.deleteTextSharesByPost;
  /** Delete expired text shares. */
  readonly clearExpired: typeof contract.clearExpiredTextShares;
}

const bind = /* @__PURE__ */ groupOf<TextSharesCalls>({
  create: 'POST paste',
  view: 'GET paste/:slug flat',
  unlock: 'POST paste/:slug flat',
  raw: 'GET raw/:slug stream',
  list: 'GET pastes extras',
  get: 'GET pastes/:id',
  update: 'PUT pastes/:id',
  delete: 'DELETE pastes/batch-delete',
  deleteByPost: 'POST pastes/batch-delete',
  clearExpired: 'POST pastes/clear-expired',
});

/** Which texts {@link TextShares.all} gives. */
export interface TextSharesQuery extends Omit<TextShareListQuery, 'offset' | 'page'> {}

/** Shared texts. Made by {@link createTextShares}. */
export interface TextShares extends CallsOf<TextSharesCalls> {
  /**
   * All own texts, newest first, a page of `limit` rows at a time (default 100).
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
 * Shared texts.
 *
 * @example
 * const { url } = await createTextShares(api).create({ body: { content: '# Hello' } });
 */
export function createTextShares(api: ApiClient): TextShares {
  const calls = bind(api);
  return {
    ...calls,
    all: (query, options) =>
      eachRowByOffset(async (offset) => {
        const page = await calls.list({ query: { limit: 100, ...query, offset } }, options);
        return [page.data, page.pagination];
      }, options),
  };
}
