import { join, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import type { Prisma, PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { AppError } from '#errors';
import { toPrefix, withoutSlash } from '#paths/key.ts';
import { isBelow } from '#paths/key-range.ts';

/** Property that has a meaning only for its client (RFC 4918 4). */
export interface DeadProperty {
  readonly namespace: string;
  readonly name: string;
  /** Whole element, as XML. */
  readonly element: string;
}

type PropertyName = Pick<DeadProperty, 'namespace' | 'name'>;

/** Owner of properties in a bucket: the key of a file or the prefix of a directory. */
export interface PropertyHolder {
  readonly storageConfigId: string;
  readonly name: string;
}

/** Sets a dead property, or removes it if `element` is undefined. */
export interface PropertyChange extends PropertyName {
  readonly element: string | undefined;
}

/** Limits of dead properties (SECURITY 24). */
const LIMITS = {
  propertiesOfResource: 100,
  charactersOfResource: 64 * 1024,
  /** Bytes in one bucket that one caller has set or copied. */
  bytesOfSetter: 64 * 1024 ** 2,
  bytesOfBucket: 256 * 1024 ** 2,
};

/** Bytes that a row takes besides its texts, so that many small properties count, too. */
const ROW_BYTES = 64;

export type DeadProperties = ReturnType<typeof createDeadProperties>;

/** Well below SQLite's limit of 1000 conditions per statement. */
const NAMES_PER_STATEMENT = 200;

/** Dead properties, which are moved and removed with their file. Every step is safe to repeat. */
export function createDeadProperties(prisma: PrismaClient, kind: DatabaseKind) {
  return {
    /**
     * Lists the properties of a few files and directories of one bucket, by key.
     *
     * @param names properties to read; all by default
     */
    async listOf(
      storageConfigId: string,
      keys: readonly string[],
      names?: readonly PropertyName[],
    ) {
      const rows = await prisma.deadProperty.findMany({
        where: {
          storageConfigId,
          objectKey: { in: keys.map(withoutSlash) },
          ...(names && { OR: names.map(({ namespace, name }) => ({ namespace, name })) }),
        },
      });
      return Map.groupBy(rows, ({ objectKey }) => objectKey);
    },
    /**
     * Applies all changes or none.
     *
     * @throws {AppError} `webdav.properties_full`
     */
    change: (
      { storageConfigId, name }: PropertyHolder,
      changes: readonly PropertyChange[],
      setBy: string,
    ) =>
      prisma.$transaction(async (transaction) => {
        // Serializes changes, so that two concurrent ones cannot exceed the limits together.
        if (kind === 'postgresql') await transaction.$executeRaw(lockOf(storageConfigId));
        const where = { storageConfigId, objectKey: withoutSlash(name) };
        const last = [...new Map(changes.map((change) => [idOf(change), change])).values()];
        const ids = last.map(({ namespace, name }) => ({ namespace, name }));
        await transaction.deadProperty.deleteMany({ where: { ...where, OR: ids } });
        const data = last.flatMap(({ namespace, name, element }) =>
          element === undefined ? [] : [toRow({ ...where, namespace, name, element, setBy })],
        );
        if (data.length === 0) return;
        await transaction.deadProperty.createMany({ data });
        const all = await transaction.deadProperty.findMany({ where, select: { element: true } });
        const characters = all.reduce((sum, { element }) => sum + element.length, 0);
        const isLittle =
          all.length <= LIMITS.propertiesOfResource && characters <= LIMITS.charactersOfResource;
        if (!isLittle || (await isFull(transaction, storageConfigId, setBy))) {
          throw new AppError('webdav.properties_full');
        }
      }),
    /** Removes the properties of files and directories, including everything in a directory. */
    async remove(storageConfigId: string, names: readonly string[]) {
      for (let at = 0; at < names.length; at += NAMES_PER_STATEMENT) {
        const some = names.slice(at, at + NAMES_PER_STATEMENT);
        await prisma.$executeRaw(sql`DELETE FROM dead_properties
          WHERE storage_config_id = ${storageConfigId} AND ${isAnyHeld(some)}`);
      }
    },
    /** Moves properties; replaces those of the new name. */
    async move(from: PropertyHolder, to: PropertyHolder) {
      if (isSame(from, to)) return;
      await prisma.$transaction(async (transaction) => {
        const [found] = await transaction.$queryRaw<{ found: number | bigint }[]>(
          sql`SELECT count(*) AS found FROM dead_properties WHERE ${isHeld(from)}`,
        );
        // A repeated move finds no properties, and must not remove those it has moved.
        if (!found || Number(found.found) === 0) return;
        await transaction.$executeRaw(removal(to));
        await transaction.$executeRaw(sql`
          UPDATE dead_properties SET storage_config_id = ${to.storageConfigId}, object_key = ${moved(from, to)}
          WHERE ${isHeld(from)}`);
      });
    },
    /** Copies all properties, or none if the copier or the bucket would exceed the limits. */
    async copy(
      from: PropertyHolder,
      to: PropertyHolder,
      setBy: string,
      isShallow: boolean = false,
    ) {
      if (isSame(from, to)) return;
      const isCopied = isShallow
        ? sql`storage_config_id = ${from.storageConfigId} AND object_key = ${withoutSlash(from.name)}`
        : isHeld(from);
      await prisma.$transaction(async (transaction) => {
        if (kind === 'postgresql') await transaction.$executeRaw(lockOf(to.storageConfigId));
        await transaction.$executeRaw(removal(to));
        await transaction.$executeRaw(sql`
          INSERT INTO dead_properties (storage_config_id, object_key, namespace, name, element, bytes, set_by)
          SELECT ${to.storageConfigId}, ${moved(from, to)}, namespace, name, element, bytes, CAST(${setBy} AS TEXT)
          FROM dead_properties WHERE ${isCopied}`);
        if (await isFull(transaction, to.storageConfigId, setBy)) {
          await transaction.$executeRaw(removal(to));
        }
      });
    },
  };
}

/** True if a caller or the whole bucket exceeds its limit. */
async function isFull(
  { deadProperty }: Pick<Prisma.TransactionClient, 'deadProperty'>,
  storageConfigId: string,
  setBy: string,
): Promise<boolean> {
  const sumOf = async (where: Prisma.DeadPropertyWhereInput) =>
    (await deadProperty.aggregate({ where, _sum: { bytes: true } }))._sum.bytes ?? 0;
  return (
    (await sumOf({ storageConfigId, setBy })) > LIMITS.bytesOfSetter ||
    (await sumOf({ storageConfigId })) > LIMITS.bytesOfBucket
  );
}

function toRow(row: Omit<Prisma.DeadPropertyCreateManyInput, 'bytes'>) {
  const texts = [row.objectKey, row.namespace, row.name, row.element];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), ROW_BYTES);
  return { ...row, bytes };
}

/** Lock that serializes changes of one bucket's properties. */
function lockOf(storageConfigId: string): Sql {
  return sql`SELECT pg_advisory_xact_lock(hashtextextended(${`properties ${storageConfigId}`}, 0))`;
}

function removal(holder: PropertyHolder): Sql {
  return sql`DELETE FROM dead_properties WHERE ${isHeld(holder)}`;
}

/** Matches a name and everything below it. */
function isHeld({ storageConfigId, name }: PropertyHolder): Sql {
  return sql`storage_config_id = ${storageConfigId} AND ${isAnyHeld([name])}`;
}

function isAnyHeld(names: readonly string[]): Sql {
  const keys = names.map(withoutSlash);
  if (keys.includes('')) return sql`1 = 1`;
  const below = keys.map((key) => isBelow('object_key', toPrefix(key)));
  return sql`(object_key IN (${join(keys)}) OR ${join(below, ' OR ')})`;
}

function moved(from: PropertyHolder, to: PropertyHolder): Sql {
  const [old, next] = [withoutSlash(from.name), withoutSlash(to.name)];
  const rest = sql`substr(object_key, length(CAST(${old} AS TEXT)) + 1)`;
  // Entries of the root have no slash before their name.
  const slash = old === '' ? sql`CASE WHEN object_key = '' THEN '' ELSE '/' END` : sql`''`;
  return sql`CAST(${next} AS TEXT) || ${slash} || ${rest}`;
}

function isSame(from: PropertyHolder, to: PropertyHolder): boolean {
  return (
    from.storageConfigId === to.storageConfigId && withoutSlash(from.name) === withoutSlash(to.name)
  );
}

function idOf({ namespace, name }: PropertyName): string {
  return `${namespace}\n${name}`;
}
