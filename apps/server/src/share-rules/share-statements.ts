import { empty, join, raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { hasSearchIndex, toSearchText } from '#database/search-text.ts';
import type { ShareFilter, ShareSorting, ShareStateFilter } from './share-list.ts';

export type ShareTable = 'text_shares' | 'file_shares';

/** Statements that Prisma has no words for, the same for both kinds of shares. */
export interface ShareStatements<By extends string> {
  /** The ids of a page. Only an index is read to skip the pages before it, never their rows. */
  idsOf(
    filter: ShareFilter,
    sorting: ShareSorting<By>,
    skip: number,
    take: number,
  ): Promise<readonly string[]>;
  count(filter: ShareFilter): Promise<number>;
  /** Adds views of unlimited shares. A limit that was set meanwhile counts from when it was set. */
  addViews(views: ReadonlyMap<string, number>): Promise<void>;
}

/** @param columns the column of each order */
export function createShareStatements<By extends string>(
  prisma: PrismaClient,
  kind: DatabaseKind,
  table: ShareTable,
  columns: Readonly<Record<By, string>>,
): ShareStatements<By> {
  const from = (filter: ShareFilter) => sql`FROM ${raw(table)} ${whereOf(kind, table, filter)}`;
  return {
    async idsOf(filter, { by, order }, skip, take) {
      const direction = raw(order);
      // No end is later than any; each database would decide that in its own way.
      const nulls = by === 'expires' ? raw(order === 'asc' ? 'NULLS LAST' : 'NULLS FIRST') : empty;
      // Equal values are in the order of their ids, so that no row is on two pages.
      const rows = await prisma.$queryRaw<{ id: string }[]>(sql`SELECT id ${from(filter)}
        ORDER BY ${raw(columns[by])} ${direction} ${nulls}, id ${direction}
        LIMIT ${take} OFFSET ${skip}`);
      return rows.map(({ id }) => id);
    },
    async count(filter) {
      const [row] = await prisma.$queryRaw<{ count: bigint | number }[]>(
        sql`SELECT COUNT(*) AS count ${from(filter)}`,
      );
      return Number(row?.count ?? 0);
    },
    async addViews(views) {
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
    : // In one order everywhere, or two replicas could wait for each other's rows.
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
    ...(state ? [isInState(state.is, state.now)] : []),
  ];
  return conditions.length === 0 ? empty : sql`WHERE ${join(conditions, ' AND ')}`;
}

/** Both databases answer LIKE by an index of trigrams where there is one. */
function contains(kind: DatabaseKind, table: ShareTable, text: string): Sql {
  if (kind === 'postgresql') return sql`search_text LIKE ${`%${text}%`}`;
  if (!hasSearchIndex(text)) return sql`instr(search_text, ${text}) > 0`;
  const index = raw(`${table}_search`);
  return sql`rowid IN (SELECT rowid FROM ${index} WHERE search_text LIKE ${`%${text}%`})`;
}

function isInState(state: ShareStateFilter, now: Date): Sql {
  switch (state) {
    case 'active':
      return sql`(expires_at IS NULL OR expires_at > ${now})
        AND (max_views IS NULL OR views < max_views)`;
    case 'expired':
      return sql`expires_at <= ${now}`;
    case 'used_up':
      return sql`max_views IS NOT NULL AND views >= max_views`;
    case 'protected':
      return sql`password_hash IS NOT NULL`;
    case 'limited':
      return sql`max_views IS NOT NULL`;
  }
}
