import type { DatabaseKind, Row, SqlValue } from '@satchel/server/database/schema-connection';
import { z } from 'zod';
import type { Column } from './tables.ts';

/**
 * Row as JSON, in the same form for both databases: times are ISO 8601 in UTC, integers that JavaScript
 * cannot represent are strings.
 */
export const portableRow = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);
export type PortableRow = Readonly<z.infer<typeof portableRow>>;

/** Columns of a query. PostgreSQL returns them as text, because its driver would choose types of its own. */
export function selectList(kind: DatabaseKind, columns: readonly Column[]): string {
  return columns
    .map(({ name, kind: column }) => {
      const isText = kind === 'postgresql' || column === 'integer';
      return isText ? `CAST("${name}" AS TEXT) AS "${name}"` : `"${name}"`;
    })
    .join(', ');
}

export function toPortable(columns: readonly Column[], row: Row): PortableRow {
  return Object.fromEntries(
    columns.map((column) => [column.name, portable(column, row[column.name])]),
  );
}

function portable({ kind }: Column, value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  const text = String(value);
  switch (kind) {
    case 'text':
      return text;
    case 'boolean':
      return text === '1' || text === 'true';
    case 'integer':
      return Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case 'time':
      return timeOf(text).toISOString();
  }
}

/** Parses a time. PostgreSQL writes `2026-01-02 03:04:05.678`, which is UTC; SQLite stores Prisma's text. */
function timeOf(text: string): Date {
  const iso = text.replace(' ', 'T');
  return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`);
}

/** Converts a value to the form in which the server itself would have written it. */
export function toSql(kind: DatabaseKind, column: Column, value: PortableRow[string]): SqlValue {
  if (value === null) return null;
  if (typeof value === 'boolean') {
    if (kind === 'postgresql') return String(value);
    return value ? 1 : 0;
  }
  if (column.kind === 'time' && kind === 'sqlite') return String(value).replace('Z', '+00:00');
  return value;
}
