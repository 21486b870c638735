import type { SchemaConnection } from '@satchel/server/database/schema-connection';

/** Type of a column, same on both databases. */
type ColumnKind = 'text' | 'integer' | 'boolean' | 'time';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/**
 * Reads every table of Satchel from the database itself, so that no new one is forgotten. Leaves out
 * internal tables of the database, such as those of a search index. Sorts tables after those that they
 * refer to.
 */
export async function readTables(connection: SchemaConnection): Promise<readonly Table[]> {
  const columns = new Map<string, Map<string, Column>>();
  const references = new Map<string, Set<string>>();
  for (const row of await connection.query(COLUMNS[connection.kind])) {
    const table = String(row.table_name);
    const name = String(row.column_name);
    const known = columns.get(table) ?? new Map<string, Column>();
    columns.set(table, known.set(name, { name, kind: kindOf(String(row.column_type)) }));
    const others = references.get(table) ?? new Set<string>();
    if (row.refers_to) others.add(String(row.refers_to).replaceAll('"', ''));
    references.set(table, others);
  }
  const sorted: Table[] = [];
  const placed = new Set<string>();
  const place = (name: string) => {
    if (placed.has(name)) return;
    placed.add(name);
    for (const other of references.get(name) ?? []) place(other);
    sorted.push({ name, columns: [...(columns.get(name)?.values() ?? [])] });
  };
  for (const name of [...columns.keys()].sort()) place(name);
  return sorted;
}

function kindOf(type: string): ColumnKind {
  if (/bool/i.test(type)) return 'boolean';
  if (/int/i.test(type)) return 'integer';
  if (/date|time/i.test(type)) return 'time';
  return 'text';
}

const COLUMNS = {
  sqlite: `SELECT t.name AS table_name, c.name AS column_name, c.type AS column_type, f."table" AS refers_to
    FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    LEFT JOIN pragma_foreign_key_list(t.name) f ON f."from" = c.name
    WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> '_prisma_migrations'
    ORDER BY t.name, c.cid`,
  postgresql: `SELECT c.table_name, c.column_name, c.data_type AS column_type, f.confrelid::regclass::text AS refers_to
    FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
    JOIN pg_attribute a ON a.attrelid = (quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass AND a.attname = c.column_name
    LEFT JOIN pg_constraint f ON f.conrelid = a.attrelid AND f.contype = 'f' AND a.attnum = ANY (f.conkey)
    WHERE c.table_schema = current_schema() AND c.is_generated = 'NEVER' AND c.table_name <> '_prisma_migrations'
    ORDER BY c.table_name, c.ordinal_position`,
} as const;
