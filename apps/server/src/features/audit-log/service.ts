import type { Clock } from '#clock';
import { createGroupCommit } from '#concurrency/group-commit.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { AuditTrail } from '#security/audit-trail.ts';
import { actorOf, toEvent } from './event.ts';
import { createRefusedLogIns } from './refused-log-ins.ts';
import type { AuditEventRow, AuditFilter, AuditRepository, NewAuditEvent } from './repository.ts';

export type { AuditEventRow, AuditFilter } from './repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EXPORT_BATCH = 500;

export type AuditLogService = ReturnType<typeof createAuditLogService>;

export interface AuditLogDependencies {
  readonly repository: AuditRepository;
  readonly settings: Pick<SettingService, 'getNumber'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Audit log: acts with their actor, time and address. */
export function createAuditLogService({
  repository,
  settings,
  clock,
  onError,
}: AuditLogDependencies) {
  const refusals = createRefusedLogIns(repository, clock, onError);
  const add = createGroupCommit(async (events: readonly NewAuditEvent[]) => {
    await repository.add(events);
    return events.map(() => undefined);
  });
  const trail: AuditTrail = {
    async record(act, { caller, ...from }) {
      try {
        await add(toEvent(act, actorOf(caller), from, clock.now()));
      } catch (error) {
        const who = caller.kind === 'anonymous' ? 'somebody' : caller.id;
        onError(new Error(`${act.action} by ${who} is not in the audit log`, { cause: error }));
      }
    },
    refused: refusals.note,
  };
  return {
    ...trail,
    async list(filter: AuditFilter, page: Parameters<AuditRepository['list']>[1]) {
      await refusals.flush();
      return repository.list(filter, page);
    },
    /** Yields all events in batches, newest first. */
    async *readAll(filter: AuditFilter): AsyncIterable<readonly AuditEventRow[]> {
      await refusals.flush();
      let batch = await repository.listBefore(filter, undefined, EXPORT_BATCH);
      while (batch.length > 0) {
        yield batch;
        batch = await repository.listBefore(filter, batch.at(-1), EXPORT_BATCH);
      }
    },
    /** Removes events that are older than the setting allows; returns how many. */
    async sweep() {
      const days = await settings.getNumber('audit_retention_days');
      if (days === 0) return 0;
      return repository.removeBefore(new Date(clock.now().getTime() - days * DAY_MS));
    },
    close: refusals.flush,
  };
}
