import type { AuditEvent } from '@satchel/api-client/contract/audit-log';

/** Marks the text as UTF-8, because spreadsheets otherwise assume an older encoding. */
const BYTE_ORDER_MARK = '\ufeff';
const COLUMNS = [
  'at',
  'last_at',
  'action',
  'outcome',
  'actor_kind',
  'actor_id',
  'actor_name',
  'source',
  'agent',
  'target',
  'details',
  'occurrences',
] as const;

/** CSV as in RFC 4180. */
export async function* toCsv(
  batches: AsyncIterable<readonly AuditEvent[]>,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`;
  for await (const events of batches) {
    yield events.map((event) => `${cellsOf(event).map(quote).join(',')}\r\n`).join('');
  }
}

/** One JSON array, with one event per line. */
export async function* toJson(
  batches: AsyncIterable<readonly AuditEvent[]>,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const events of batches) {
    yield separator + events.map((event) => JSON.stringify(event)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function cellsOf({ actor, details, ...event }: AuditEvent): readonly string[] {
  const { at, lastAt, action, outcome, source, agent, target, occurrences } = event;
  const more = Object.keys(details).length > 0 ? JSON.stringify(details) : '';
  const who = [actor.kind, actor.id ?? '', actor.name ?? ''];
  const from = [source ?? '', agent ?? '', target ?? ''];
  return [at, lastAt, action, outcome, ...who, ...from, more, String(occurrences)];
}

/** File names are untrusted, so a spreadsheet must not read one as a formula (SECURITY 9). */
function quote(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
