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

export type AuditRepository = ReturnType<typeof createAuditRepository>;

/** Events are only added, and removed at the end of their lifetime; only their counts change. */
export function createAuditRepository(prisma: PrismaClient) {
  const { auditEvent } = prisma;
  const insert = (events: readonly NewAuditEvent[]) =>
    auditEvent.createMany({ data: events.map(toRow) });
  return {
    async add(events: readonly NewAuditEvent[]) {
      await insert(events);
    },
    /** Adds new events and raises the counts of old ones, in one transaction. */
    async count(
      added: readonly NewAuditEvent[],
      again: readonly { readonly id: string; readonly count: number; readonly lastAt: Date }[],
    ) {
      const changes = again.map(({ id, count, lastAt }) =>
        auditEvent.updateMany({
          where: { id },
          data: { occurrences: { increment: count }, lastAt },
        }),
      );
      await prisma.$transaction([...(added.length > 0 ? [insert(added)] : []), ...changes]);
    },
    async list(
      filter: AuditFilter,
      {
        order,
        limit,
        offset,
      }: { readonly order: 'asc' | 'desc'; readonly limit: number; readonly offset: number },
    ) {
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
    /** Newest first, starting after the last event of the previous batch. */
    listBefore(
      filter: AuditFilter,
      last: Pick<AuditEventRow, 'at' | 'id'> | undefined,
      limit: number,
    ) {
      const before = last && {
        OR: [{ at: { lt: last.at } }, { at: last.at, id: { lt: last.id } }],
      };
      return auditEvent.findMany({
        where: { AND: [toWhere(filter), before ?? {}] },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take: limit,
      });
    },
    removeBefore: async (time: Date) =>
      (await auditEvent.deleteMany({ where: { lastAt: { lt: time }, at: { lt: time } } })).count,
  };
}

/** Row of an event, with its search text. */
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
