import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/audit-log.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link AuditLog} and their declarations. */
export interface AuditLogCalls {
  /** List the audit log. */
  readonly list: typeof contract.listAuditEvents;
  /** Export the audit log. */
  readonly export: typeof contract.exportAuditLog;
}

/** Audit log, for administrators. Made by {@link createAuditLog}. */
export type AuditLog = CallsOf<AuditLogCalls>;

/**
 * Audit log, for administrators.
 *
 * @example
 * const { data } = await createAuditLog(api).list({ query: { outcome: 'failure' } });
 */
export const createAuditLog: (api: ApiClient) => AuditLog = /* @__PURE__ */ groupOf<AuditLogCalls>({
  list: 'GET admin/audit-log extras',
  export: 'GET admin/audit-log/export stream',
});
