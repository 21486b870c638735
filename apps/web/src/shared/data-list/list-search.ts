import { z } from 'zod';
import type { AddressSearch } from './address-search.ts';

export type SortOrder = 'asc' | 'desc';

/** What the address of a list says: the page, what is searched for, the order, the filter, the row that is edited. */
export interface ListSearch<Sort extends string = string, State extends string = string> {
  /** From 1. */
  page: number;
  /** As typed; see `wordsOf`. */
  q: string;
  sort: Sort;
  order: SortOrder;
  /** The filter; undefined for all rows. */
  state: State | undefined;
  /** The id of the row whose sheet is open. */
  edit: string | undefined;
}

export interface ListChoices<Sort extends string, State extends string> {
  /** What the rows can be sorted by; the first is the default. */
  sorts: readonly [Sort, ...Sort[]];
  /** The order of the default; descending if absent. */
  order?: SortOrder;
  /** What the rows can be filtered by. */
  states?: readonly State[];
}

/** Reads and writes the search parameters of one list. */
export interface ListSearchSchema<Sort extends string, State extends string> {
  /** What makes no sense in the address counts as absent, so that every address shows a list. */
  parse(raw: unknown): ListSearch<Sort, State>;
  /** What stands in the address: only what is not the default. */
  toAddress(search: ListSearch<Sort, State>): AddressSearch;
}

const MAX_SEARCH_LENGTH = 200;
const MIN_SEARCH_LENGTH = 2;

const page = z.coerce.number().int().min(1).max(1_000_000).catch(1);
// The router reads `?q=12` as a number.
const q = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).slice(0, MAX_SEARCH_LENGTH))
  .catch('');
const edit = z
  .union([z.string().min(1), z.number()])
  .transform(String)
  .optional()
  .catch(undefined);

/**
 * @example
 * export const keyListSearch = defineListSearch({ sorts: ['created', 'name'], states: ['expired'] });
 */
export function defineListSearch<const Sort extends string, const State extends string = never>({
  sorts,
  order = 'desc',
  states = [],
}: ListChoices<Sort, State>): ListSearchSchema<Sort, State> {
  const [defaultSort] = sorts;
  const schema = z.object({
    page,
    q,
    edit,
    sort: z.enum(sorts).catch(defaultSort),
    order: z.enum(['asc', 'desc']).catch(order),
    state: z.enum(states).optional().catch(undefined),
  });
  return {
    parse(raw) {
      const { sort, state, edit: edited, ...rest } = schema.parse(raw);
      return { ...rest, sort: sort as Sort, state: state as State | undefined, edit: edited };
    },
    toAddress: (search) => ({
      ...(search.page > 1 && { page: search.page }),
      ...(search.q && { q: search.q }),
      ...(search.sort !== defaultSort && { sort: search.sort }),
      ...((search.sort !== defaultSort || search.order !== order) && { order: search.order }),
      ...(search.state && { state: search.state }),
      ...(search.edit && { edit: search.edit }),
    }),
  };
}

/** The words that are sent: none if there are fewer than two characters (SPEC 5). */
export function wordsOf(q: string): string {
  const words = q.trim();
  return words.length >= MIN_SEARCH_LENGTH ? words : '';
}
