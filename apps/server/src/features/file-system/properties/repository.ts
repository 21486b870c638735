import { empty, join, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import type { Prisma, PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { toPrefix, withoutSlash } from '#paths/key.ts';
import { isBelow } from '#paths/key-range.ts';

/** A property that means something to its client alone (RFC 4918 4). */
export interface DeadProperty {
  readonly namespace: string;
  readonly name: string;
  /** The whole element, as XML. */
  readonly element: string;
}

/** What names a file or a directory in a bucket: its key, or its prefix. */
export interface PropertyHolder {
  readonly storageConfigId: string;
  readonly name: string;
}

/** A dead property is set, or taken away where it has no element. */
export interface PropertyChange extends Pick<DeadProperty, 'namespace' | 'name'> {
  readonly element: string | undefined;
}

/** Dead properties, which go with what has them. All of it may be done twice. */
export interface DeadProperties {
  listOf(holder: PropertyHolder): Promise<readonly DeadProperty[]>;
  /** Of what lies in a directory, by its key or its prefix without the slash. */
  listIn(holder: PropertyHolder): Promise<ReadonlyMap<string, readonly DeadProperty[]>>;
  /** All or none. False, and nothing is changed, where `isAllowed` says so of what would be there. */
  change(
    holder: PropertyHolder,
    changes: readonly PropertyChange[],
    isAllowed: (properties: readonly DeadProperty[]) => boolean,
  ): Promise<boolean>;
  /** Those of files and directories of one bucket; a directory's with those of all that is in it. */
  remove(storageConfigId: string, names: readonly string[]): Promise<void>;
  /** Those of the new name go. */
  move(from: PropertyHolder, to: PropertyHolder): Promise<void>;
  copy(from: PropertyHolder, to: PropertyHolder, isShallow?: boolean): Promise<void>;
}

/** SQLite compiles up to a thousand conditions. */
const NAMES_PER_STATEMENT = 200;

export function createDeadProperties(prisma: PrismaClient, kind: DatabaseKind): DeadProperties {
  const listOf = async (
    { deadProperty }: Pick<Prisma.TransactionClient, 'deadProperty'>,
    { storageConfigId, name }: PropertyHolder,
  ) => deadProperty.findMany({ where: { storageConfigId, objectKey: withoutSlash(name) } });
  return {
    listOf: (holder) => listOf(prisma, holder),
    async listIn({ storageConfigId, name }) {
      const prefix = toPrefix(name);
      const rest = sql`substr(object_key, length(CAST(${prefix} AS TEXT)) + 1)`;
      // Only what lies in it, not what lies below that: a root may have many of those.
      const rows = await prisma.$queryRaw<(DeadProperty & { readonly key: string })[]>(sql`
        SELECT object_key AS key, namespace, name, element FROM dead_properties
        WHERE storage_config_id = ${storageConfigId}
          ${prefix === '' ? empty : sql`AND ${isBelow('object_key', prefix)}`}
          AND ${rest} <> '' AND ${rest} NOT LIKE '%/%'`);
      return Map.groupBy(rows, ({ key }) => key);
    },
    change: (holder, changes, isAllowed) =>
      prisma.$transaction(async (transaction) => {
        // Of two changes at a time the second sees what the first has made, so neither passes a limit.
        if (kind === 'postgresql') await transaction.$executeRaw(lockOf(holder));
        const after = new Map<string, DeadProperty>();
        for (const each of await listOf(transaction, holder)) after.set(idOf(each), each);
        for (const { element, ...id } of changes) {
          if (element === undefined) after.delete(idOf(id));
          else after.set(idOf(id), { ...id, element });
        }
        if (!isAllowed([...after.values()])) return false;
        const { storageConfigId, name } = holder;
        const where = { storageConfigId, objectKey: withoutSlash(name) };
        const changed = new Map(changes.map((change) => [idOf(change), change]));
        const ids = [...changed.values()].map(({ namespace, name }) => ({ namespace, name }));
        await transaction.deadProperty.deleteMany({ where: { ...where, OR: ids } });
        const data = [...changed.keys()].flatMap((id) => after.get(id) ?? []);
        await transaction.deadProperty.createMany({
          data: data.map(({ namespace, name, element }) => ({
            ...where,
            namespace,
            name,
            element,
          })),
        });
        return true;
      }),
    async remove(storageConfigId, names) {
      for (let at = 0; at < names.length; at += NAMES_PER_STATEMENT) {
        const some = names.slice(at, at + NAMES_PER_STATEMENT);
        await prisma.$executeRaw(sql`DELETE FROM dead_properties
          WHERE storage_config_id = ${storageConfigId} AND ${isAnyHeld(some)}`);
      }
    },
    async move(from, to) {
      if (isSame(from, to)) return;
      await prisma.$transaction(async (transaction) => {
        const [found] = await transaction.$queryRaw<{ found: number | bigint }[]>(
          sql`SELECT count(*) AS found FROM dead_properties WHERE ${isHeld(from)}`,
        );
        // A second time there is nothing left to move, and nothing to take away for it.
        if (!found || Number(found.found) === 0) return;
        await transaction.$executeRaw(removal(to));
        await transaction.$executeRaw(sql`
          UPDATE dead_properties SET storage_config_id = ${to.storageConfigId}, object_key = ${moved(from, to)}
          WHERE ${isHeld(from)}`);
      });
    },
    async copy(from, to, isShallow = false) {
      if (isSame(from, to)) return;
      const isCopied = isShallow
        ? sql`storage_config_id = ${from.storageConfigId} AND object_key = ${withoutSlash(from.name)}`
        : isHeld(from);
      await prisma.$transaction([
        prisma.$executeRaw(removal(to)),
        prisma.$executeRaw(sql`
          INSERT INTO dead_properties (storage_config_id, object_key, namespace, name, element)
          SELECT ${to.storageConfigId}, ${moved(from, to)}, namespace, name, element
          FROM dead_properties WHERE ${isCopied}`),
      ]);
    },
  };
}

function lockOf({ storageConfigId, name }: PropertyHolder): Sql {
  const lock = `properties ${storageConfigId} ${withoutSlash(name)}`;
  return sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
}

function removal(holder: PropertyHolder): Sql {
  return sql`DELETE FROM dead_properties WHERE ${isHeld(holder)}`;
}

/** Itself and what is in it, by whole names. */
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
  // What lay in the root had no slash before it.
  const slash = old === '' ? sql`CASE WHEN object_key = '' THEN '' ELSE '/' END` : sql`''`;
  return sql`CAST(${next} AS TEXT) || ${slash} || ${rest}`;
}

function isSame(from: PropertyHolder, to: PropertyHolder): boolean {
  return (
    from.storageConfigId === to.storageConfigId && withoutSlash(from.name) === withoutSlash(to.name)
  );
}

function idOf({ namespace, name }: Pick<DeadProperty, 'namespace' | 'name'>): string {
  return `${namespace}\n${name}`;
}
