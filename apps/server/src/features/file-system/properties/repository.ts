import { type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import type { Prisma, PrismaClient } from '#database';

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
  /** A directory's with those of all that is in it. */
  remove(holder: PropertyHolder): Promise<void>;
  /** Those of the new name go. */
  move(from: PropertyHolder, to: PropertyHolder): Promise<void>;
  copy(from: PropertyHolder, to: PropertyHolder, isShallow?: boolean): Promise<void>;
}

export function createDeadProperties(prisma: PrismaClient): DeadProperties {
  const listOf = async (
    { deadProperty }: Pick<Prisma.TransactionClient, 'deadProperty'>,
    { storageConfigId, name }: PropertyHolder,
  ) => deadProperty.findMany({ where: { storageConfigId, objectKey: keyOf(name) } });
  return {
    listOf: (holder) => listOf(prisma, holder),
    async listIn({ storageConfigId, name }) {
      const prefix = keyOf(name) === '' ? '' : `${keyOf(name)}/`;
      const rest = sql`substr(object_key, length(CAST(${prefix} AS TEXT)) + 1)`;
      // Only what lies in it, not what lies below that: a root may have many of those.
      const rows = await prisma.$queryRaw<(DeadProperty & { readonly key: string })[]>(sql`
        SELECT object_key AS key, namespace, name, element FROM dead_properties
        WHERE storage_config_id = ${storageConfigId}
          AND substr(object_key, 1, length(CAST(${prefix} AS TEXT))) = ${prefix}
          AND ${rest} <> '' AND ${rest} NOT LIKE '%/%'`);
      return Map.groupBy(rows, ({ key }) => key);
    },
    change: (holder, changes, isAllowed) =>
      prisma.$transaction(async ({ deadProperty }) => {
        const after = new Map<string, DeadProperty>();
        for (const each of await listOf({ deadProperty }, holder)) after.set(idOf(each), each);
        for (const { element, ...id } of changes) {
          if (element === undefined) after.delete(idOf(id));
          else after.set(idOf(id), { ...id, element });
        }
        if (!isAllowed([...after.values()])) return false;
        const { storageConfigId, name } = holder;
        const where = { storageConfigId, objectKey: keyOf(name) };
        for (const change of changes) {
          await deadProperty.deleteMany({
            where: { ...where, namespace: change.namespace, name: change.name },
          });
        }
        const changed = new Set(changes.map(idOf));
        const data = [...after].filter(([id]) => changed.has(id)).map(([, each]) => each);
        await deadProperty.createMany({
          data: data.map((each) => ({
            ...where,
            namespace: each.namespace,
            name: each.name,
            element: each.element,
          })),
        });
        return true;
      }),
    async remove(holder) {
      await prisma.$executeRaw(removal(holder));
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
        ? sql`storage_config_id = ${from.storageConfigId} AND object_key = ${keyOf(from.name)}`
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

function removal(holder: PropertyHolder): Sql {
  return sql`DELETE FROM dead_properties WHERE ${isHeld(holder)}`;
}

/** Itself and what is in it, by whole names. */
function isHeld({ storageConfigId, name }: PropertyHolder): Sql {
  const key = keyOf(name);
  const below = `${key}/`;
  return key === ''
    ? sql`storage_config_id = ${storageConfigId}`
    : sql`storage_config_id = ${storageConfigId} AND (object_key = ${key}
        OR substr(object_key, 1, length(CAST(${below} AS TEXT))) = ${below})`;
}

function moved(from: PropertyHolder, to: PropertyHolder): Sql {
  const [old, next] = [keyOf(from.name), keyOf(to.name)];
  const rest = sql`substr(object_key, length(CAST(${old} AS TEXT)) + 1)`;
  // What lay in the root had no slash before it.
  const slash = old === '' ? sql`CASE WHEN object_key = '' THEN '' ELSE '/' END` : sql`''`;
  return sql`CAST(${next} AS TEXT) || ${slash} || ${rest}`;
}

function isSame(from: PropertyHolder, to: PropertyHolder): boolean {
  return from.storageConfigId === to.storageConfigId && keyOf(from.name) === keyOf(to.name);
}

function idOf({ namespace, name }: Pick<DeadProperty, 'namespace' | 'name'>): string {
  return `${namespace}\n${name}`;
}

function keyOf(name: string): string {
  return name.endsWith('/') ? name.slice(0, -1) : name;
}
