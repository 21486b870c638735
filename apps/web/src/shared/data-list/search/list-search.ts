import { z } from 'zod';
import type { AddressSearch } from './address-search.ts';

export type SortOrder = 'asc' | 'desc';

/** Filters of one particular list, by their names in the address. */
export type FilterValues = Readonly<Record<string, string>>;

/** State of a list in its address: page, search words, order, filters and the edited row. */
export interface ListSearch<
  Sort extends string = string,
  State extends string = string,
  Filters = object,
> {
  /** Starts at 1. */
  page: number;
  /** Search text as typed; see `wordsOf`. */
  q: string;
  sort: Sort;
  order: SortOrder;
  /** The status filter; undefined for all rows. */
  state: State | undefined;
  /** Further filters. */
  filters: Filters;
  /** Id of the row whose sheet is open. */
  edit: string | undefined;
}

export interface ListChoices<Sort extends string, State extends string, Filters> {
  /** Columns that rows can be sorted by; the first is the default. */
  sorts: readonly [Sort, ...Sort[]];
  /** Order of the default sort; default descending. */
  order?: SortOrder;
  /** States that rows can be filtered by. */
  states?: readonly State[];
  /** Further filters. Each schema accepts any input and maps `undefined` to its default. */
  filters?: { [Name in keyof Filters]: z.core.$ZodType<Filters[Name]> };
}

/** Reads and writes the search parameters of one list. */
export interface ListSearchSchema<Sort extends string, State extends string, Filters> {
  /** Parses an address. Invalid values count as absent, so every address shows a list. */
  parse(raw: unknown): ListSearch<Sort, State, Filters>;
  /** Search parameters for the address, without defaults. */
  toAddress(search: ListSearch<Sort, State, Filters>): AddressSearch;
  /** Filter values that show all rows. */
  noFilters: Filters;
  sorts: readonly Sort[];
  states: readonly State[];
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
 *
 * @example
 * export const auditListSearch = defineListSearch({
 *   sorts: ['at'],
 *   filters: { outcome: z.enum(['any', 'failure']).catch('any') },
 * });
 */
export function defineListSearch<
  const Sort extends string,
  const State extends string = never,
  Filters extends FilterValues = Readonly<Record<never, string>>,
>({
  sorts,
  order = 'desc',
  states = [],
  filters,
}: ListChoices<Sort, State, Filters>): ListSearchSchema<Sort, State, Filters> {
  const [defaultSort] = sorts;
  const schema = z.object({
    page,
    q,
    edit,
    sort: z.enum(sorts).catch(defaultSort),
    order: z.enum(['asc', 'desc']).catch(order),
    state: z.enum(states).optional().catch(undefined),
  });
  const filterSchema = z.object(filters ?? {});
  const readFilters = (raw: unknown) => filterSchema.parse(raw) as Filters;
  const noFilters = readFilters({});
  return {
    noFilters,
    sorts,
    states,
    parse(raw) {
      const { sort, state, edit: edited, ...rest } = schema.parse(raw);
      return {
        ...rest,
        sort: sort as Sort,
        state: state as State | undefined,
        filters: readFilters(raw),
        edit: edited,
      };
    },
    toAddress: (search) => ({
      ...(search.page > 1 && { page: search.page }),
      ...(search.q && { q: search.q }),
      ...(search.sort !== defaultSort && { sort: search.sort }),
      ...((search.sort !== defaultSort || search.order !== order) && { order: search.order }),
      ...(search.state && { state: search.state }),
      ...Object.fromEntries(
        Object.entries(search.filters).filter(([name, value]) => value !== noFilters[name]),
      ),
      ...(search.edit && { edit: search.edit }),
    }),
  };
}

/** Search words to send: '' for fewer than two characters (SPEC 5). */
export function wordsOf(q: string): string {
  const words = q.trim();
  return words.length >= MIN_SEARCH_LENGTH ? words : '';
}
