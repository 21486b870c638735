import { Readable } from 'node:stream';
import {
  type AuditEvent,
  exportAuditLog,
  listAuditEvents,
} from '@satchel/api-client/contract/audit-log';
import {
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import { paginate } from '#http/contract/pagination.ts';
import { toCsv, toJson } from './export-formats.ts';
import type { AuditEventRow, AuditFilter, AuditLogService } from './service.ts';

const FORMATS = {
  csv: { write: toCsv, type: 'text/csv; charset=utf-8' },
  json: { write: toJson, type: 'application/json; charset=utf-8' },
} as const;

export function auditLogRoutes(http: HttpDependencies, auditLog: AuditLogService): void {
  mountEndpoint(http, listAuditEvents, async ({ query }) => {
    const { page, limit, order } = query;
    const offset = (page - 1) * limit;
    const { events, total } = await auditLog.list(filterOf(query), { order, limit, offset });
    const data = events.map(present);
    return { data, pagination: paginate(total, limit, offset, events.length) };
  });

  mountStreamEndpoint(http, exportAuditLog, async (call) => {
    const { query, reply, isHead } = call;
    const { write, type } = FORMATS[query.format];
    const day = http.clock.now().toISOString().slice(0, 10);
    reply
      .type(type)
      .header('content-disposition', `attachment; filename="audit-log-${day}.${query.format}"`)
      .header('cache-control', 'no-store');
    if (isHead) return reply.send();
    await http.audit(call, { action: 'audit_log.exported', details: { format: query.format } });
    return reply.send(Readable.from(write(presentAll(auditLog.readAll(filterOf(query))))));
  });
}

interface FilterQuery extends Pick<AuditFilter, 'search' | 'area' | 'outcome'> {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

function filterOf({ search, area, outcome, since, until }: FilterQuery): AuditFilter {
  const time = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { search, area, outcome, since: time(since), until: time(until) };
}

async function* presentAll(batches: AsyncIterable<readonly AuditEventRow[]>) {
  for await (const batch of batches) yield batch.map(present);
}

/** The types are the contract's, because only the server writes rows. */
function present(row: AuditEventRow): AuditEvent {
  return {
    id: row.id,
    at: row.at.toISOString(),
    lastAt: row.lastAt.toISOString(),
    action: row.action as AuditEvent['action'],
    outcome: row.outcome as AuditEvent['outcome'],
    actor: {
      kind: row.actorKind as AuditEvent['actor']['kind'],
      id: row.actorId,
      name: row.actorName,
    },
    source: row.source,
    agent: row.agent,
    target: row.target,
    details: row.details === null ? {} : (JSON.parse(row.details) as AuditEvent['details']),
    occurrences: row.occurrences,
  };
}
