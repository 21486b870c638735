import { rowsNameOf } from '../archive/manifest.ts';
import type { ArchiveWriter } from '../archive/write-archive.ts';
import type { PortableRow } from '../rows/portable-row.ts';
import type { RowSnapshot } from '../rows/row-snapshot.ts';

/** Rows are gathered to entries of about this size. */
const ENTRY_CHARACTERS = 4 * 1024 * 1024;

/**
 * Tables without lasting value: bucket indexes are rebuilt, and sessions, locks, guesses and stored replies
 * are over.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'admin_tokens',
  'bucket_entries',
  'bucket_indexes',
  'cache_versions',
  'failed_attempts',
  'leases',
  'repeated_calls',
  'resource_locks',
  'url_probes',
]);

/**
 * An operation that runs is not gone on with: a month later its directories are others'. What it has
 * claimed goes with it.
 */
function isLeftOut(table: string, row: PortableRow): boolean {
  if (table === 'operations') return row.state === 'running';
  if (table === 'object_writes') return row.operation_id !== null;
  return table === 'settings' && row.key === 'backup.last';
}

export async function addRows(writer: ArchiveWriter, snapshot: RowSnapshot): Promise<void> {
  for (const table of snapshot.tables) {
    if (LEFT_OUT.has(table.name)) continue;
    let lines: string[] = [];
    let characters = 0;
    let number = 0;
    const flush = async () => {
      if (lines.length === 0) return;
      number += 1;
      await writer.addText(rowsNameOf(table.name, number), lines.join(''));
      lines = [];
      characters = 0;
    };
    for await (const row of snapshot.rows(table)) {
      if (isLeftOut(table.name, row)) continue;
      const line = `${JSON.stringify(row)}\n`;
      lines.push(line);
      characters += line.length;
      if (characters >= ENTRY_CHARACTERS) await flush();
    }
    await flush();
  }
}
