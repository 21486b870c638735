import { empty, join, raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import { LRUCache } from 'lru-cache';
import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { hasTrigrams, toFtsQuery, toLikePattern, toSearchText } from '#database/search-text.ts';
import type { ShareFilter, ShareSorting, ShareStateFilter } from './share-list.ts';

/** Above this total, counting dominates the cost of a page, so the total is cached briefly. */
const LARGE_TOTAL = 10_000;
const TOTAL_MS = 10_000;
const TOTALS_CACHED = 100;

export type ShareTable = 'text_shares' | 'file_shares' | 'bundles' | 'upload_requests';

/** View that was spent: the number of views including it, and whether it was the last. */
export interface SpentView {
  readonly views: number;
  readonly isLastView: boolean;
}

/**
 * Statements for every kind of link.
 *
 * @param columns the column of each sort key
 */
export function createShareStatements<By extends string>(
  prisma: PrismaClient,
  kind: DatabaseKind,
  table: ShareTable,
  columns: Readonly<Record<By, string>>,
) {
  const from = (filter: ShareFilter) => sql`FROM ${raw(table)} ${whereOf(kind, table, filter)}`;
  const isIn = (state: ShareStateFilter, now: Date) => isInState(table, state, now);
  const orderOf = (column: string, { by, order }: ShareSorting<By>) => {
    const direction = raw(order);
    // Sorts "no end" after every end, because the databases sort nulls differently.
    const nulls = by === 'expires' ? raw(order === 'asc' ? 'NULLS LAST' : 'NULLS FIRST') : empty;
    // Sorts equal values by id, so that no row is on two pages.
    return sql`ORDER BY ${raw(column)} ${direction} ${nulls}, id ${direction}`;
  };
  const idsOf = async (
    filter: ShareFilter,
    sorting: ShareSorting<By>,
    skip: number,
    take: number,
  ) => {
    const rows = await prisma.$queryRaw<{ id: string }[]>(sql`SELECT id ${from(filter)}
      ${orderOf(columns[sorting.by], sorting)} LIMIT ${take} OFFSET ${skip}`);
    return rows.map(({ id }) => id);
  };
  /**
   * Page of a search on PostgreSQL with up to `LARGE_TOTAL` hits, undefined if there are more. Finds the hits before
   * it sorts them: PostgreSQL would read the whole table in the list's order where it expects many hits and there
   * are few. SQLite always finds first.
   */
  const fewOf = async (
    filter: ShareFilter,
    sorting: ShareSorting<By>,
    skip: number,
    take: number,
  ) => {
    if (kind === 'sqlite' || !filter.search || totals.has(nameOf(filter))) return undefined;
    const inOrder = orderOf('sorted', sorting);
    const rows = await prisma.$queryRaw<{ total: bigint | number; id: string | null }[]>(sql`
      WITH found AS MATERIALIZED (
        SELECT id, ${raw(columns[sorting.by])} AS sorted ${from(filter)} LIMIT ${LARGE_TOTAL + 1}),
      page AS (SELECT id, sorted FROM found ${inOrder} LIMIT ${take} OFFSET ${skip})
      SELECT total, id FROM (SELECT COUNT(*) AS total FROM found) AS counted
      LEFT JOIN page ON true ${inOrder}`);
    const total = Number(rows[0]?.total ?? 0);
    if (total > LARGE_TOTAL) return undefined;
    return { ids: rows.flatMap(({ id }) => id ?? []), total };
  };
  const nameOf = ({ createdBy, search, state }: ShareFilter) =>
    JSON.stringify([createdBy, search, state?.is]);
  const totals = new LRUCache<string, number>({ max: TOTALS_CACHED, ttl: TOTAL_MS });
  const count = async (filter: ShareFilter) => {
    const name = nameOf(filter);
    const known = totals.get(name);
    if (known !== undefined) return known;
    const [row] = await prisma.$queryRaw<{ count: bigint | number }[]>(
      sql`SELECT COUNT(*) AS count ${from(filter)}`,
    );
    const total = Number(row?.count ?? 0);
    if (total >= LARGE_TOTAL) totals.set(name, total);
    return total;
  };
  const markUsedUp = async (now: Date, id?: string) => {
    const isMeant = id === undefined ? empty : sql`AND id = ${id}`;
    await prisma.$executeRaw(sql`UPDATE ${raw(table)} SET used_up_at = ${now}
      WHERE used_up_at IS NULL AND ${isIn('used_up', now)} ${isMeant}`);
  };
  return {
    /**
     * Ids of a page, and the total number of shares. Skips other pages in an index without reading
     * their rows, starting from the nearer end. A large total may be some seconds old.
     */
    async pageOf(filter: ShareFilter, sorting: ShareSorting<By>, skip: number, take: number) {
      const few = await fewOf(filter, sorting, skip, take);
      if (few) return few;
      if (skip === 0) {
        const ids = await idsOf(filter, sorting, 0, take);
        return { ids, total: ids.length < take ? ids.length : await count(filter) };
      }
      const total = await count(filter);
      if (skip < total / 2) return { ids: await idsOf(filter, sorting, skip, take), total };
      const end = Math.min(total, skip + take);
      const backwards = { ...sorting, order: sorting.order === 'asc' ? 'desc' : 'asc' } as const;
      const ids = skip < end ? await idsOf(filter, backwards, total - end, end - skip) : [];
      return { ids: ids.toReversed(), total };
    },
    /**
     * Spends one view and returns these columns; undefined if the share is expired, used up, changed or
     * removed. Atomic: concurrent callers never get more views than are left, and exactly one gets the
     * last (CONTRACT A3).
     */
    async spendView<Column extends string = never>(
      { id, updatedAt }: { readonly id: string; readonly updatedAt?: Date },
      now: Date,
      ...shown: readonly Column[]
    ): Promise<(SpentView & Readonly<Record<Column, string>>) | undefined> {
      const isVersion = updatedAt ? sql`AND updated_at = ${updatedAt}` : empty;
      const [spent] = await prisma.$queryRaw<
        (Record<Column, string> & { views: number; max_views: number | null })[]
      >(sql`UPDATE ${raw(table)} SET views = views + 1
        WHERE id = ${id} ${isVersion} AND ${isIn('active', now)}
        RETURNING ${raw(['views', 'max_views', ...shown].join())}`);
      if (!spent) return undefined;
      const { views, max_views: maxViews } = spent;
      const isLastView = maxViews !== null && views >= maxViews;
      if (isLastView) await markUsedUp(now, id);
      return { ...spent, views: Number(views), isLastView };
    },
    /** Marks shares as used up whose last view a crash kept from being marked. */
    markUsedUp: (now: Date) => markUsedUp(now),
    /** Adds views to unlimited shares. A limit that was set in the meantime counts from its setting. */
    async addViews(views: ReadonlyMap<string, number>) {
      const added = JSON.stringify(Object.fromEntries(views));
      await prisma.$executeRaw(sql`UPDATE ${raw(table)} SET views = views + added.count
        FROM (${rowsOf(kind, table, added)}) AS added
        WHERE ${raw(table)}.id = added.id AND max_views IS NULL`);
    },
  };
}

function rowsOf(kind: DatabaseKind, table: ShareTable, added: string): Sql {
  return kind === 'sqlite'
    ? sql`SELECT key AS id, value AS count FROM json_each(${added})`
    : // Sorted, so that two replicas cannot deadlock on each other's rows.
      sql`SELECT s.id, CAST(value AS INTEGER) AS count
        FROM jsonb_each_text(CAST(${added} AS jsonb)) JOIN ${raw(table)} s ON s.id = key
        ORDER BY s.id FOR UPDATE OF s`;
}

function whereOf(
  kind: DatabaseKind,
  table: ShareTable,
  { createdBy, search, state }: ShareFilter,
): Sql {
  const conditions = [
    ...(createdBy === undefined ? [] : [sql`created_by = ${createdBy}`]),
    ...(search ? [contains(kind, table, toSearchText(search))] : []),
    ...(state ? [isInState(table, state.is, state.now)] : []),
  ];
  return conditions.length === 0 ? empty : sql`WHERE ${join(conditions, ' AND ')}`;
}

/** Uses a trigram index if the text has trigrams, and compares each row with the text itself. */
function contains(kind: DatabaseKind, table: ShareTable, text: string): Sql {
  if (kind === 'postgresql') {
    return sql`search_text LIKE ${toLikePattern(text)} AND strpos(search_text, ${text}) > 0`;
  }
  const isContained = sql`instr(search_text, ${text}) > 0`;
  if (!hasTrigrams(text)) return isContained;
  const index = raw(`${table}_search`);
  return sql`rowid IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${toFtsQuery(text)}) AND ${isContained}`;
}

function isInState(table: ShareTable, state: ShareStateFilter, now: Date): Sql {
  switch (state) {
    case 'active': {
      const isOpen = sql`(expires_at IS NULL OR expires_at > ${now})`;
      // Visits of upload requests are not counted.
      if (table === 'upload_requests') return isOpen;
      return sql`${isOpen} AND (max_views IS NULL OR views < max_views)`;
    }
    case 'expired':
      return sql`expires_at <= ${now}`;
    case 'used_up':
      return sql`max_views IS NOT NULL AND views >= max_views`;
    case 'protected':
      return sql`password_hash IS NOT NULL`;
    case 'limited':
      return sql`max_views IS NOT NULL`;
    case 'receiving':
    case 'complete':
      return sql`state = ${state}`;
  }
}
