import type { Error as MappedError } from '@prisma/driver-adapter-utils';
import { SQLITE } from './sqlite-code.ts';
import type { SqliteFailure } from './worker-messages.ts';

/** SQLite's extended result codes. */
const UNIQUE = new Set([2067, 1555]);
const NOT_NULL = 1299;
const FOREIGN_KEY = new Set([787, 1811]);
/** Mask for the part of an extended code that is its kind. */
const PRIMARY_CODE = 0xff;

/**
 * Error in the form that Prisma expects from a driver. Prisma derives its own code from it, such as
 * P2002.
 */
export function toMappedError({ message, code }: SqliteFailure): MappedError {
  return { originalCode: String(code), originalMessage: message, ...toKind({ message, code }) };
}

function toKind({ message, code }: SqliteFailure): MappedError {
  if (UNIQUE.has(code)) {
    const [table] = columnsOf(message)[0]?.split('.') ?? [];
    return {
      kind: 'UniqueConstraintViolation',
      constraint: { fields: fieldsOf(message) },
      ...(table !== undefined && { table }),
    };
  }
  if (code === NOT_NULL) {
    return { kind: 'NullConstraintViolation', constraint: { fields: fieldsOf(message) } };
  }
  if (FOREIGN_KEY.has(code)) {
    return { kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } };
  }
  if ((code & PRIMARY_CODE) === SQLITE.busy) return { kind: 'SocketTimeout' };
  return { kind: 'sqlite', extendedCode: code, message };
}

/** Columns in messages such as `constraint failed: texts.id, texts.slug`. */
const columnsOf = (message: string) => message.split('constraint failed: ')[1]?.split(', ') ?? [];

const fieldsOf = (message: string) =>
  columnsOf(message).map((column) => column.slice(column.lastIndexOf('.') + 1));
