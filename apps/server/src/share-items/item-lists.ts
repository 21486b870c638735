import { empty, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import { itemPathKey } from '@satchel/api-client/contract/item-path';
import type { PrismaClient } from '#database';
import { AppError } from '#errors';
import { isBelow } from '#paths/key-range.ts';
import { type ItemOwner, ownedBy, type ShareItem } from './item-rows.ts';

/** Page of a folder of a link. */
export interface ItemPage {
  readonly items: readonly ShareItem[];
  /** Cursor of the next page; null after the last. */
  readonly nextCursor: string | null;
}

export interface ItemCounts {
  readonly count: number;
  readonly bytes: bigint;
  readonly comingCount: number;
  readonly comingBytes: bigint;
}

const NO_ITEMS: ItemCounts = { count: 0, bytes: 0n, comingCount: 0, comingBytes: 0n };

/** Rows that are read at a time for an archive. */
const BATCH = 1000;

/** Reads items. Cursors name the last row of a page, so that items which come and go move no others. */
export function createItemLists(prisma: PrismaClient) {
  const { shareItem } = prisma;
  return {
    /** Lists a folder: folders first, names in natural order. Coming files are left out. */
    async listFolder(
      owner: ItemOwner,
      folder: string,
      limit: number,
      cursor: string | undefined,
    ): Promise<ItemPage> {
      const parentKey = itemPathKey(folder);
      const after = cursor === undefined ? undefined : readCursor(cursor, 3);
      const rows = await shareItem.findMany({
        where: {
          ...ownedBy(owner),
          parentKey,
          state: 'stored',
          ...(after && isAfter(after)),
        },
        orderBy: [{ isFolder: 'desc' }, { sortKey: 'asc' }, { id: 'asc' }],
        take: limit + 1,
      });
      return pageOf(rows, limit, ({ isFolder, sortKey, id }) => [
        isFolder ? '1' : '0',
        sortKey,
        id,
      ]);
    },
    /** Lists coming files of all folders by their paths. */
    async listComing(owner: ItemOwner, limit: number, cursor: string | undefined) {
      const [after] = cursor === undefined ? [] : readCursor(cursor, 1);
      const rows = await shareItem.findMany({
        where: {
          ...ownedBy(owner),
          state: 'coming',
          ...(after !== undefined && { pathKey: { gt: after } }),
        },
        orderBy: { pathKey: 'asc' },
        take: limit + 1,
      });
      return pageOf(rows, limit, ({ pathKey }) => [pathKey]);
    },
    /** Finds a stored file or folder. */
    async findItem(owner: ItemOwner, path: string): Promise<ShareItem | undefined> {
      const where = { ...ownedBy(owner), pathKey: itemPathKey(path), state: 'stored' };
      return (await shareItem.findFirst({ where })) ?? undefined;
    },
    /** Numbers and sizes of the files of several bundles. */
    async countsOf(bundleIds: readonly string[]): Promise<(id: string) => ItemCounts> {
      const rows = await shareItem.groupBy({
        by: ['bundleId', 'state'],
        where: { bundleId: { in: [...bundleIds] }, isFolder: false },
        _count: { _all: true },
        _sum: { size: true },
      });
      const counts = new Map<string, ItemCounts>();
      for (const { bundleId, state, _count, _sum } of rows) {
        const before = counts.get(bundleId ?? '') ?? NO_ITEMS;
        const [count, bytes] = [_count._all, _sum.size ?? 0n];
        counts.set(bundleId ?? '', {
          ...before,
          ...(state === 'stored' ? { count, bytes } : { comingCount: count, comingBytes: bytes }),
        });
      }
      return (id) => counts.get(id) ?? NO_ITEMS;
    },
    /** Items of a bundle that have changed since a revision, oldest change first. */
    changedSince: (bundleId: string, revision: number, take: number) =>
      shareItem.findMany({
        where: { bundleId, revision: { gt: revision }, isFolder: false },
        orderBy: [{ revision: 'asc' }, { id: 'asc' }],
        take,
      }),
    /** Yields the stored files and folders below a folder by their paths, a batch at a time. */
    async *eachBelow(owner: ItemOwner, folder: string): AsyncGenerator<readonly ShareItem[]> {
      const below: Sql =
        folder === '' ? empty : sql`AND ${isBelow('path_key', `${itemPathKey(folder)}/`)}`;
      const column = owner.bundleId === undefined ? sql`delivery_id` : sql`bundle_id`;
      let after = '';
      for (;;) {
        const ids = await prisma.$queryRaw<{ id: string; pathKey: string }[]>(
          sql`SELECT id, path_key AS "pathKey" FROM share_items
            WHERE ${column} = ${owner.bundleId ?? owner.deliveryId} AND state = 'stored'
              AND path_key > ${after} ${below}
            ORDER BY path_key LIMIT ${BATCH}`,
        );
        const last = ids.at(-1);
        if (!last) return;
        const rows = await shareItem.findMany({
          where: { id: { in: ids.map(({ id }) => id) } },
          orderBy: { pathKey: 'asc' },
        });
        yield rows;
        if (ids.length < BATCH) return;
        after = last.pathKey;
      }
    },
  };
}

function isAfter([isFolder = '', sortKey = '', id = '']: readonly string[]) {
  const isInFolders = isFolder === '1';
  const later = [
    { isFolder: isInFolders, sortKey: { gt: sortKey } },
    { isFolder: isInFolders, sortKey, id: { gt: id } },
  ];
  return { OR: isInFolders ? [...later, { isFolder: false }] : later };
}

function pageOf(
  rows: readonly ShareItem[],
  limit: number,
  positionOf: (row: ShareItem) => readonly string[],
): ItemPage {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  const nextCursor = last
    ? Buffer.from(JSON.stringify(positionOf(last))).toString('base64url')
    : null;
  return { items, nextCursor };
}

/** @throws {AppError} `bundles.cursor_invalid` */
function readCursor(cursor: string, length: number): readonly string[] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isPosition =
      Array.isArray(position) &&
      position.length === length &&
      position.every((part) => typeof part === 'string' && !part.includes('\0'));
    if (isPosition) return position;
  } catch {
    // Refused below.
  }
  throw new AppError('bundles.cursor_invalid');
}
