import type { StatementColumnMetadata } from 'node:sqlite';
import type { ColumnType, ColumnTypeEnum, SqlResultSet } from '@prisma/driver-adapter-utils';

/** Copies of Prisma's constants, checked by the compiler, so that the worker need not load Prisma. */
const ColumnTypes: Pick<
  typeof ColumnTypeEnum,
  | 'Int32'
  | 'Int64'
  | 'Double'
  | 'Numeric'
  | 'Boolean'
  | 'Text'
  | 'DateTime'
  | 'Json'
  | 'Bytes'
  | 'UnknownNumber'
> = {
  Int32: 0,
  Int64: 1,
  Double: 3,
  Numeric: 4,
  Boolean: 5,
  Text: 7,
  DateTime: 10,
  Json: 11,
  Bytes: 13,
  UnknownNumber: 128,
};

/** Column types that the tables of the schema declare. */
const DECLARED: Readonly<Record<string, ColumnType>> = {
  INTEGER: ColumnTypes.Int32,
  BIGINT: ColumnTypes.Int64,
  REAL: ColumnTypes.Double,
  DECIMAL: ColumnTypes.Numeric,
  BOOLEAN: ColumnTypes.Boolean,
  DATETIME: ColumnTypes.DateTime,
  TEXT: ColumnTypes.Text,
  BLOB: ColumnTypes.Bytes,
  JSONB: ColumnTypes.Json,
};

/** Rows in the form that Prisma expects from a driver. Modifies the given rows. */
export function toResultSet(
  columns: readonly StatementColumnMetadata[],
  rows: unknown[][],
): SqlResultSet {
  const columnTypes = columns.map(
    ({ type }, index) => DECLARED[type?.toUpperCase() ?? ''] ?? typeOf(rows, index),
  );
  for (const row of rows) {
    for (const [index, value] of row.entries()) {
      if (typeof value === 'bigint') row[index] = toPlain(value, columnTypes[index]);
    }
  }
  return { columnNames: columns.map(({ name }) => name), columnTypes, rows };
}

/** Type of a computed column: that of its first value. */
function typeOf(rows: readonly unknown[][], index: number): ColumnType {
  const value = rows.find((row) => row[index] !== null)?.[index];
  if (typeof value === 'string') return ColumnTypes.Text;
  if (value instanceof Uint8Array) return ColumnTypes.Bytes;
  if (typeof value === 'bigint' && !isExact(value)) return ColumnTypes.Int64;
  return value === undefined ? ColumnTypes.Int32 : ColumnTypes.UnknownNumber;
}

function toPlain(value: bigint, type: ColumnType | undefined): number | string {
  if (type === ColumnTypes.DateTime) return new Date(Number(value)).toISOString();
  return isExact(value) ? Number(value) : String(value);
}

const isExact = (value: bigint) => Number.isSafeInteger(Number(value));
