import type { Prisma, PrismaClient } from '#database';
import { toSearchText } from '#database/search-text.ts';

export type AuditEventRow = Prisma.AuditEventModel;

export type NewAuditEvent = Omit<AuditEventRow, 'searchText'>;

export interface AuditFilter {
  readonly search?: string | undefined;
  readonly area?: string | undefined;
  readonly outcome?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** The log is added to, and cut off at its end; nothing changes what is in it but a count. */
export interface AuditRepository {
  add(events: readonly NewAuditEvent[]): Promise<void>;
  /** New events, and more of the kind of old ones, together. */
  count(
    added: readonly NewAuditEvent[],
    again: readonly { readonly id: string; readonly count: number; readonly lastAt: Date }[],
  ): Promise<void>;
  list(
    filter: AuditFilter,
    page: { readonly order: 'asc' | 'desc'; readonly limit: number; readonly offset: number },
  ): Promise<{ readonly events: readonly AuditEventRow[]; readonly total: number }>;
  /** Newest first, those before an event of the batch before. */
  listBefore(
    filter: AuditFilter,
    last: Pick<AuditEventRow, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly AuditEventRow[]>;
  removeBefore(time: Date): Promise<number>;
}

export function createAuditRepository(prisma: PrismaClient): AuditRepository {
  const { auditEvent } = prisma;
  const insert = (events: readonly NewAuditEvent[]) =>
    auditEvent.createMany({ data: events.map(toRow) });
  return {
    async add(events) {
      await insert(events);
    },
    async count(added, again) {
      const changes = again.map(({ id, count, lastAt }) =>
        auditEvent.updateMany({
          where: { id },
          data: { occurrences: { increment: count }, lastAt },
        }),
      );
      await prisma.$transaction([...(added.length > 0 ? [insert(added)] : []), ...changes]);
    },
    async list(filter, { order, limit, offset }) {
      const where = toWhere(filter);
      const [events, total] = await Promise.all([
        auditEvent.findMany({
          where,
          orderBy: [{ at: order }, { id: order }],
          skip: offset,
          take: limit,
        }),
        auditEvent.count({ where }),
      ]);
      return { events, total };
    },
    listBefore(filter, last, limit) {
      const before = last && {
        OR: [{ at: { lt: last.at } }, { at: last.at, id: { lt: last.id } }],
      };
      return auditEvent.findMany({
        where: { AND: [toWhere(filter), before ?? {}] },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take: limit,
      });
    },
    removeBefore: async (time) =>
      (await auditEvent.deleteMany({ where: { lastAt: { lt: time }, at: { lt: time } } })).count,
  };
}

/** With what is searched. */
export function toRow(event: NewAuditEvent): AuditEventRow {
  const { actorName, target, source, agent } = event;
  const words = [actorName, target, source, agent].filter((word) => word !== null);
  return { ...event, searchText: toSearchText(words.join('\n')) };
}

function toWhere({ search, area, outcome, since, until }: AuditFilter) {
  return {
    ...(search ? { searchText: { contains: toSearchText(search) } } : {}),
    ...(area ? { area } : {}),
    ...(outcome ? { outcome } : {}),
    ...(since || until
      ? { at: { ...(since ? { gte: since } : {}), ...(until ? { lt: until } : {}) } }
      : {}),
  } satisfies Prisma.AuditEventWhereInput;
}
