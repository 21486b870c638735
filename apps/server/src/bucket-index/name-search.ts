import { empty, join, raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { isBelow } from '#paths/key-range.ts';
import type { SearchRegion } from './search-region.ts';
import { visibleRanges } from './visible-ranges.ts';

/** CONTRACT F7: most hits in one mount. */
export const MAX_HITS = 1000;

/** How well a name fits: it is what was searched for, begins with it, or contains it. */
export type Rank = 0 | 1 | 2;

export interface NameHit {
  /** Index of the place that it is shown in. */
  readonly place: number;
  readonly key: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly rank: Rank;
}

export interface NameQuery {
  /** Name as `toSearchName` spells it. */
  readonly name: string;
  readonly regions: readonly SearchRegion[];
  /** Paths that show a region, by its index; two mounts may show one bucket. */
  readonly places: readonly { readonly place: number; readonly region: number }[];
  readonly limit: number;
  readonly offset: number;
}

export interface NameHits {
  readonly hits: readonly NameHit[];
  /** Hits on all pages, with at most {@link MAX_HITS} a place. */
  readonly total: number;
}

export type SearchNames = (query: NameQuery) => Promise<NameHits>;

/** CONTRACT F7: exact, prefix, newest; then the order of places and keys, so that pages meet. */
export function compareHits(a: NameHit, b: NameHit): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.modifiedMs !== b.modifiedMs) return b.modifiedMs - a.modifiedMs;
  if (a.place !== b.place) return a.place - b.place;
  return a.key < b.key ? -1 : 1;
}

interface Row {
  readonly total: bigint | number;
  /** Null, as what follows, where the page is empty. */
  readonly place: bigint | number | null;
  readonly key: string;
  readonly size: bigint;
  readonly modified_ms: bigint;
  readonly rank: bigint | number;
}

/**
 * Searches what is indexed: one query for a page and its total. Each region is one run of the
 * primary key, so nothing outside of it is read, let alone counted (SECURITY 2). A name is looked
 * for as it is: there are no wildcards and no patterns (SECURITY 9).
 */
export function createNameSearch(prisma: PrismaClient, kind: DatabaseKind): SearchNames {
  const { contains, position, rangesOf } = kind === 'sqlite' ? SQLITE : POSTGRESQL;
  return async ({ name, regions, places, limit, offset }) => {
    if (places.length === 0) return { hits: [], total: 0 };
    const looked = { name, position, rangesOf, isMatch: contains(name) };
    const found = regions.map((region, index) => hitsIn(region, index, looked));
    const shown = places.map(({ place, region }) => sql`(${integer(place)}, ${integer(region)})`);
    const rows = await prisma.$queryRaw<Row[]>(sql`
      WITH places (place, region) AS (VALUES ${join(shown)}),
      hits AS MATERIALIZED (
        SELECT place, key, size, modified_ms, rank
        FROM places JOIN (${join(found, ' UNION ALL ')}) f ON f.region = places.region)
      SELECT total, h.* FROM (SELECT COUNT(*) AS total FROM hits) t LEFT JOIN (
        SELECT * FROM hits ORDER BY rank, modified_ms DESC, place, key
        LIMIT ${limit} OFFSET ${offset}) h ON true
      ORDER BY rank, modified_ms DESC, place, key`);
    const hits = rows.filter(({ place }) => place !== null).map(toHit);
    return { hits, total: Number(rows[0]?.total ?? 0) };
  };
}

const SQLITE = {
  contains: (name: string) => sql`instr(search_name, ${name}) > 0`,
  position: raw('instr'),
  rangesOf: (region: SearchRegion) => sql`
    (SELECT value ->> 0 AS low, value ->> 1 AS high FROM json_each(${toJson(region)}))`,
};

const POSTGRESQL = {
  // LIKE, because an index of trigrams answers that where there is one.
  contains: (name: string) =>
    sql`search_name LIKE ${`%${name.replace(/[\\%_]/g, String.raw`\$&`)}%`}`,
  position: raw('strpos'),
  rangesOf: (region: SearchRegion) => sql`
    (SELECT value ->> 0 AS low, value ->> 1 AS high
      FROM jsonb_array_elements(CAST(${toJson(region)} AS jsonb)))`,
};

const toJson = (region: SearchRegion) => JSON.stringify(visibleRanges(region));

interface Looked {
  readonly name: string;
  /** The database's function that says where in a text another one is. */
  readonly position: Sql;
  readonly rangesOf: (region: SearchRegion) => Sql;
  readonly isMatch: Sql;
}

function hitsIn(region: SearchRegion, index: number, looked: Looked): Sql {
  const { name, position, rangesOf, isMatch } = looked;
  const { configId, prefix, hidden } = region;
  const within = prefix === '' ? empty : sql`AND ${isBelow('key', prefix)}`;
  const isVisible = hidden.length === 0 ? within : sql`AND key >= low AND key < high`;
  const ranges = hidden.length === 0 ? empty : sql`${rangesOf(region)} AS ranges CROSS JOIN`;
  return sql`SELECT * FROM (
    SELECT ${integer(index)} AS region, key, size, modified_ms, CASE
      WHEN search_name = ${name} THEN 0 WHEN ${position}(search_name, ${name}) = 1 THEN 1 ELSE 2
      END AS rank
    FROM ${ranges} bucket_entries
    WHERE storage_config_id = ${configId} ${isVisible} AND ${isMatch}
    ORDER BY rank, modified_ms DESC, key LIMIT ${integer(MAX_HITS)}) AS r${integer(index)}`;
}

/** Written out: in a list of values a parameter would be taken for a text. */
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
