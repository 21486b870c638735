import { hostname, userInfo } from 'node:os';
import { systemClock } from '@satchel/server/clock';
import type { SchemaConnection } from '@satchel/server/database/schema-connection';
import { toEvent } from '@satchel/server/features/audit-log/event';
import { type AuditEventRow, toRow } from '@satchel/server/features/audit-log/repository';
import type { Act } from '@satchel/server/security/audit-trail';
import { readTables } from './rows/tables.ts';
import { writeRows } from './rows/write-rows.ts';

/** Converts an act at the command line to an event of the audit log. */
export function toOperatorEvent(act: Act): AuditEventRow {
  const actor = { kind: 'operator', id: null, name: findUserName() } as const;
  return toRow(toEvent(act, actor, { source: hostname() }, systemClock.now()));
}

/** Adds the event without Prisma; inside the open transaction, if there is one. */
export async function noteAct(connection: SchemaConnection, act: Act): Promise<void> {
  const table = (await readTables(connection)).find(({ name }) => name === 'audit_events');
  if (!table) throw new Error('the database has no audit log');
  const cells = Object.entries(toOperatorEvent(act)).map(([name, value]) => {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [column, value instanceof Date ? value.toISOString() : value] as const;
  });
  await writeRows(connection, table, [Object.fromEntries(cells)]);
}

/** Returns null for a user without a name, which containers may have. */
function findUserName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
