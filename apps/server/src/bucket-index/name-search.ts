import { empty, join, raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { hasTrigrams, toFtsQuery, toLikePattern } from '#database/search-text.ts';
import { isBelow } from '#paths/key-range.ts';
import type { SearchRegion } from './search-region.ts';
import { visibleRanges } from './visible-ranges.ts';

/** CONTRACT F7: maximum number of hits in one mount. */
export const MAX_HITS = 1000;

/** Quality of a hit: the name equals the text, begins with it, or contains it. */
export type Rank = 0 | 1 | 2;

export interface NameHit {
  /** Index of the place (mounted region) that shows the hit. */
  readonly place: number;
  readonly key: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly rank: Rank;
}

export interface NameQuery {
  /** Name as returned by `toSearchName`. */
  readonly name: string;
  readonly regions: readonly SearchRegion[];
  /** Places that show a region, by its index; two mounts may show one bucket. */
  readonly places: readonly { readonly place: number; readonly region: number }[];
  readonly limit: number;
  readonly offset: number;
}

export interface NameHits {
  readonly hits: readonly NameHit[];
  /** Number of hits on all pages, with at most {@link MAX_HITS} per place. */
  readonly total: number;
}

export type SearchNames = (query: NameQuery) => Promise<NameHits>;

/** CONTRACT F7: exact, prefix, newest; then by place and key, so that pages do not overlap. */
export function compareHits(a: NameHit, b: NameHit): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.modifiedMs !== b.modifiedMs) return b.modifiedMs - a.modifiedMs;
  if (a.place !== b.place) return a.place - b.place;
  return a.key < b.key ? -1 : 1;
}

interface Row {
  readonly total: bigint | number | null;
  /** Number of names found in the trigram index, if it was used. */
  readonly few: bigint | number;
  /** Null, like the fields below, if the page is empty. */
  readonly place: bigint | number | null;
  readonly key: string;
  readonly size: bigint;
  readonly modified_ms: bigint;
  readonly rank: bigint | number;
}

/** Limit of comparisons of names from the trigram index with the runs of a region. */
const FEW_COMPARISONS = 1_000_000;
/** Maximum number of names read from the trigram index, if a region has few runs. */
const FEW_NAMES = 20_000;
/**
 * Maximum number of matches compared without the trigram index: over all regions together, but at least
 * `MAX_HITS` in each.
 */
const MATCHES_READ = 10_000;

/**
 * Searches the index with one query for a page and its total. Names from the trigram index are matched
 * with the regions. If they are too many, a second query reads each region as runs of the primary key
 * instead, and stops once it has enough: for a very common name it compares only the first keys.
 * The search counts no name outside of its regions (SECURITY 2). The name is matched literally: no
 * wildcards, no patterns (SECURITY 9).
 */
export function createNameSearch(prisma: PrismaClient, kind: DatabaseKind): SearchNames {
  const dialect = SEARCH_DIALECTS[kind];
  const read = async (query: NameQuery, few?: Few) => {
    const { name, regions, places, limit, offset } = query;
    const looked = { name, dialect, few, readLimit: Math.floor(MATCHES_READ / regions.length) };
    const found = regions.map((region, index) => hitsIn(region, index, looked));
    const shown = places.map(({ place, region }) => sql`(${integer(place)}, ${integer(region)})`);
    // Places may share a region, so only the hits that reach the page are repeated for all of its places.
    const rows = await prisma.$queryRaw<Row[]>(sql`
      WITH ${few ? sql`${few.rows},` : empty}
      places (place, region) AS (VALUES ${join(shown)}),
      shown AS (SELECT region, COUNT(*) AS places, MIN(place) AS place FROM places GROUP BY region),
      hits AS MATERIALIZED (${join(found, ' UNION ALL ')}),
      ranked AS (
        SELECT hits.*, place, SUM(places) OVER (ORDER BY rank, modified_ms DESC
          GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
        FROM hits JOIN shown ON shown.region = hits.region),
      best AS MATERIALIZED (
        SELECT region, key, size, modified_ms, rank FROM ranked WHERE COALESCE(before, 0) < ${offset + limit}
        ORDER BY rank, modified_ms DESC, place, key LIMIT ${offset + limit}),
      page AS (
        SELECT place, key, size, modified_ms, rank FROM best JOIN places ON places.region = best.region
        ORDER BY rank, modified_ms DESC, place, key LIMIT ${limit} OFFSET ${offset})
      SELECT t.*, page.* FROM (
        SELECT SUM(places) AS total, ${few ? COUNT_OF_FEW : sql`0`} AS few
        FROM hits JOIN shown ON shown.region = hits.region) t LEFT JOIN page ON true
      ORDER BY rank, modified_ms DESC, place, key`);
    const [first] = rows;
    if (few && Number(first?.few) > few.limit) return undefined;
    const hits = rows.filter(({ place }) => place !== null).map(toHit);
    return { hits, total: Number(first?.total ?? 0) };
  };
  return async (query) => {
    const { name, places, regions } = query;
    const nothing = { hits: [], total: 0 };
    // No name contains a NUL, which PostgreSQL refuses.
    if (places.length === 0 || name.includes('\0')) return nothing;
    const runs = Math.max(1, ...regions.map(({ hidden }) => hidden.length));
    const limit = Math.min(FEW_NAMES, Math.floor(FEW_COMPARISONS / runs));
    const few = { rows: dialect.few(name, limit), limit };
    const found = hasTrigrams(name) ? await read(query, few) : undefined;
    return found ?? (await read(query)) ?? nothing;
  };
}

/** Names with the trigrams of the searched text, in all buckets. */
interface Few {
  /** The rows as `few`, of which more than the limit are never used, and their number as `few_count`. */
  readonly rows: Sql;
  readonly limit: number;
}

const COUNT_OF_FEW = sql`(SELECT count FROM few_count)`;

const SQLITE = {
  position: raw('instr'),
  rangesOf: (region: SearchRegion) => sql`
    (SELECT value ->> 0 AS low, value ->> 1 AS high FROM json_each(${toJson(region)}))`,
  // The trigram index alone tells how many there are; rows that nobody uses cost ten times as much.
  few: (name: string, limit: number) => sql`
    ids AS MATERIALIZED (SELECT rowid AS id FROM bucket_entries_search s
      WHERE s.bucket_entries_search MATCH ${toFtsQuery(name)} LIMIT ${limit + 1}),
    few_count AS MATERIALIZED (SELECT COUNT(*) AS count FROM ids),
    few AS MATERIALIZED (SELECT e.* FROM ids CROSS JOIN bucket_entries e ON e.rowid = id
      WHERE ${COUNT_OF_FEW} <= ${limit})`,
};

const POSTGRESQL = {
  position: raw('strpos'),
  rangesOf: (region: SearchRegion) => sql`
    (SELECT value ->> 0 AS low, value ->> 1 AS high
      FROM jsonb_array_elements(CAST(${toJson(region)} AS jsonb)))`,
  few: (name: string, limit: number) => sql`
    few AS MATERIALIZED (SELECT * FROM bucket_entries
      WHERE search_name LIKE ${toLikePattern(name)} LIMIT ${limit + 1}),
    few_count AS MATERIALIZED (SELECT COUNT(*) AS count FROM few)`,
};

/** SQL that differs between the two databases. */
export const SEARCH_DIALECTS = { sqlite: SQLITE, postgresql: POSTGRESQL } as const;

const toJson = (region: SearchRegion) => JSON.stringify(visibleRanges(region));

interface Looked {
  readonly name: string;
  readonly dialect: typeof SQLITE;
  readonly few: Few | undefined;
  /** Maximum number of matches to compare in one region. */
  readonly readLimit: number;
}

/** Table and condition of the rows that a region shows. */
export function visibleIn(region: SearchRegion, dialect: typeof SQLITE, table: string): Sql {
  const { configId, prefix, hidden } = region;
  const ofConfig = sql`${raw(table)} WHERE storage_config_id = ${configId}`;
  if (hidden.length > 0) {
    return sql`${dialect.rangesOf(region)} AS ranges CROSS JOIN ${ofConfig}
      AND key >= low AND key < high`;
  }
  return prefix === '' ? ofConfig : sql`${ofConfig} AND ${isBelow('key', prefix)}`;
}

function hitsIn(region: SearchRegion, index: number, looked: Looked): Sql {
  const { name, dialect, few, readLimit } = looked;
  const position = sql`${dialect.position}(search_name, ${name})`;
  const isFew = few ? sql`AND ${COUNT_OF_FEW} <= ${few.limit}` : empty;
  return sql`SELECT * FROM (
    SELECT ${integer(index)} AS region, key, size, modified_ms, CASE
      WHEN search_name = ${name} THEN 0 WHEN ${position} = 1 THEN 1 ELSE 2 END AS rank
    FROM (
      SELECT key, size, modified_ms, search_name
      FROM ${visibleIn(region, dialect, few ? 'few' : 'bucket_entries')} AND ${position} > 0 ${isFew}
      LIMIT ${few ? FEW_NAMES : Math.max(MAX_HITS, readLimit)}) AS m${integer(index)}
    ORDER BY rank, modified_ms DESC, key LIMIT ${integer(MAX_HITS)}) AS r${integer(index)}`;
}

/** Inlined, because PostgreSQL would treat a parameter in a VALUES list as text. */
function integer(value: number): Sql {
  return raw(String(Math.trunc(value)));
}

function toHit({ place, key, size, modified_ms: modifiedMs, rank }: Row): NameHit {
  return {
    place: Number(place),
    key,
    size: Number(size),
    modifiedMs: Number(modifiedMs),
    rank: Number(rank) as Rank,
  };
}
