import { afterPrefix } from './byte-key.ts';
import type { SortedIndex } from './sorted-index.ts';

export interface ListQuery {
  /** All of these are byte strings. */
  readonly prefix: string;
  readonly delimiter: string;
  /** The listing begins after this key or common prefix. */
  readonly after: string;
  readonly maxKeys: number;
}

export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  readonly commonPrefixes: readonly string[];
  readonly isTruncated: boolean;
  /** The last key or common prefix of the page, to be `after` of the next. */
  readonly last: string;
}

/** One page of a listing. A common prefix costs one search, however many keys begin with it. */
export function listKeys<Entry extends { readonly key: string }>(
  index: SortedIndex<Entry>,
  query: ListQuery,
): ListPage<Entry> {
  const entries: Entry[] = [];
  const commonPrefixes: string[] = [];
  let last = query.after;
  const page = (isTruncated: boolean) => ({ entries, commonPrefixes, isTruncated, last });
  if (query.maxKeys === 0) return page(false);

  let seek = firstKey(query);
  while (seek !== undefined) {
    let next: string | undefined;
    for (const entry of index.from(seek)) {
      if (!entry.key.startsWith(query.prefix)) return page(false);
      if (entries.length + commonPrefixes.length >= query.maxKeys) return page(true);
      const common = commonPrefixOf(entry.key, query);
      if (common === undefined) {
        entries.push(entry);
        last = entry.key;
        continue;
      }
      commonPrefixes.push(common);
      last = common;
      next = afterPrefix(common);
      break;
    }
    seek = next;
  }
  return page(false);
}

export function commonPrefixOf(
  key: string,
  query: Pick<ListQuery, 'prefix' | 'delimiter'>,
): string | undefined {
  if (query.delimiter === '') return undefined;
  const at = key.indexOf(query.delimiter, query.prefix.length);
  return at < 0 ? undefined : key.slice(0, at + query.delimiter.length);
}

function firstKey(query: ListQuery): string | undefined {
  if (query.after === '' || query.after < query.prefix) return query.prefix;
  // If the marker is or begins with a common prefix, the page before has listed that prefix already.
  const common = query.after.startsWith(query.prefix)
    ? commonPrefixOf(query.after, query)
    : undefined;
  return common === undefined ? `${query.after}\0` : afterPrefix(common);
}
