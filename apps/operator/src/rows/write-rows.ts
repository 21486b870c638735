import type { SchemaConnection } from '@satchel/server/database/schema-connection';
import { StartError } from '@satchel/server/start-error';
import { type PortableRow, toSql } from './portable-row.ts';
import type { Table } from './tables.ts';

/** Below both databases' limit of parameters in a statement. */
const MAX_PARAMETERS = 10_000;
const MAX_ROWS = 100;

/**
 * Adds rows to a table.
 *
 * @throws {StartError} if they have columns that the table does not have
 */
export async function writeRows(
  connection: SchemaConnection,
  table: Table,
  rows: readonly PortableRow[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const unknown = Object.keys(first).filter(
    (name) => !table.columns.some((column) => column.name === name),
  );
  if (unknown.length > 0) {
    throw new StartError(`The table ${table.name} has no column ${unknown.join(', ')} here.`);
  }
  const columns = table.columns.filter(({ name }) => name in first);
  const size = Math.min(MAX_ROWS, Math.floor(MAX_PARAMETERS / columns.length));
  for (let start = 0; start < rows.length; start += size) {
    const batch = rows.slice(start, start + size);
    const values = batch.flatMap((row) =>
      columns.map((column) => toSql(connection.kind, column, row[column.name] ?? null)),
    );
    let at = 0;
    const cell = () => {
      at += 1;
      return connection.kind === 'postgresql' ? `$${at}` : '?';
    };
    const tuples = batch.map(() => `(${columns.map(cell).join()})`);
    const names = columns.map(({ name }) => `"${name}"`);
    await connection.query(
      `INSERT INTO "${table.name}" (${names.join()}) VALUES ${tuples.join()}`,
      values,
    );
  }
}
