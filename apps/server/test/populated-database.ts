import { quote, type SchemaConnection } from '../src/database/schema-connection.ts';

type Row = Readonly<Record<string, unknown>>;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** Position in the primary key, from 1; 0 for other columns. */
  readonly keyPlace: number;
  /** Table that it references; its value names a row there. */
  readonly refersTo: string | undefined;
}

type Tables = ReadonlyMap<string, readonly Column[]>;

const ROWS = 3;

/** Reads tables and columns from the database itself, so that no new one is forgotten. */
async function readTables(connection: SchemaConnection): Promise<Tables> {
  const tables = new Map<string, Column[]>();
  for (const row of await connection.query(COLUMNS[connection.kind])) {
    const table = String(row.table_name);
    if (table === '_prisma_migrations') continue;
    tables.set(table, [
      ...(tables.get(table) ?? []),
      {
        name: String(row.column_name),
        type: String(row.column_type).toLowerCase(),
        isNullable: Boolean(row.is_nullable),
        keyPlace: Number(row.key_place ?? 0),
        refersTo: row.refers_to ? String(row.refers_to) : undefined,
      },
    ]);
  }
  return tables;
}

const COLUMNS = {
  sqlite: `SELECT t.name AS table_name, c.name AS column_name, c.type AS column_type, c."notnull" = 0 AS is_nullable,
      c.pk AS key_place, f."table" AS refers_to
    FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    LEFT JOIN pragma_foreign_key_list(t.name) f ON f."from" = c.name
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`,
  postgresql: `SELECT c.table_name, c.column_name, c.data_type AS column_type, c.is_nullable = 'YES' AS is_nullable,
      array_position(p.conkey, a.attnum) AS key_place, f.confrelid::regclass::text AS refers_to
    FROM information_schema.columns c
    JOIN pg_attribute a ON a.attrelid = quote_ident(c.table_name)::regclass AND a.attname = c.column_name
    LEFT JOIN pg_constraint p ON p.conrelid = a.attrelid AND p.contype = 'p'
    LEFT JOIN pg_constraint f ON f.conrelid = a.attrelid AND f.contype = 'f' AND a.attnum = ANY (f.conkey)
    WHERE c.table_schema = current_schema() ORDER BY c.table_name, c.ordinal_position`,
} as const;

/** Adds rows to every table; the last row has a null in every nullable column. */
export async function populate(
  connection: SchemaConnection,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const waiting = new Map(await readTables(connection));
  while (waiting.size > 0) {
    for (const [table, columns] of waiting) {
      if (columns.some(({ refersTo }) => refersTo !== table && waiting.has(refersTo ?? '')))
        continue;
      waiting.delete(table);
      for (let at = 0; at < ROWS; at += 1) {
        const cells = columns.map((column) => {
          const isNull = at === ROWS - 1 && column.isNullable;
          const chosen = values[`${table}.${column.name}`];
          return isNull ? 'NULL' : quote(chosen ?? cellOf(column, at));
        });
        const names = columns.map(({ name }) => `"${name}"`);
        await connection.run(`INSERT INTO "${table}" (${names.join()}) VALUES (${cells.join()})`);
      }
    }
  }
}

/** Value of a column. A reference names the row with the same number in the other table. */
function cellOf({ name, type, refersTo }: Column, at: number): string {
  if (refersTo !== undefined) return `id-${at}`;
  if (/bool/.test(type)) return String(at % 2);
  if (/int|real|double|numeric/.test(type)) return String(at + 1);
  if (/date|time/.test(type)) return `2026-01-0${at + 1}T10:20:30.456+00:00`;
  return `${name}-${at}`;
}

/** Every row of every table, by table and primary key. */
export async function readRows(
  connection: SchemaConnection,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Row>>> {
  const found = new Map<string, ReadonlyMap<string, Row>>();
  for (const [table, columns] of await readTables(connection)) {
    const key = columns.filter(({ keyPlace }) => keyPlace > 0);
    const rows = await connection.query(`SELECT * FROM "${table}"`);
    const byKey = rows.map(
      (row) => [JSON.stringify(key.map(({ name }) => row[name])), row] as const,
    );
    found.set(table, new Map(byKey));
  }
  return found;
}

/** Rows in the tables and columns that both sides have. */
export function comparable(
  rows: Awaited<ReturnType<typeof readRows>>,
  other: Awaited<ReturnType<typeof readRows>>,
): Record<string, Record<string, Row>> {
  const tables: Record<string, Record<string, Row>> = {};
  for (const [table, byKey] of rows) {
    const [like] = other.get(table)?.values() ?? [];
    const ours: Record<string, Row> = {};
    for (const [key, row] of byKey) {
      const shared = Object.entries(row).filter(([name]) => like === undefined || name in like);
      ours[key] = Object.fromEntries(shared);
    }
    if (other.has(table)) tables[table] = ours;
  }
  return tables;
}
