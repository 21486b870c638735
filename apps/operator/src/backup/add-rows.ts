import { rowsNameOf } from '../archive/manifest.ts';
import type { ArchiveWriter } from '../archive/write-archive.ts';
import type { PortableRow } from '../rows/portable-row.ts';
import type { RowSnapshot } from '../rows/row-snapshot.ts';

/** Approximate size of an entry of rows, in characters. */
const ENTRY_CHARACTERS = 4 * 1024 * 1024;

/**
 * Tables without lasting value: bucket indexes and checksums are rebuilt, and sessions, locks, failed
 * attempts and stored replies are obsolete after a restore.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'admin_tokens',
  'bucket_entries',
  'bucket_indexes',
  'cache_versions',
  'failed_attempts',
  'leases',
  'object_checksums',
  'repeated_calls',
  'resource_locks',
  'url_probes',
]);

/**
 * True for running operations and their claims: after a restore, the directories may have changed for
 * long.
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
