import type { Error as MappedError } from '@prisma/driver-adapter-utils';
import type { SqliteFailure } from './worker-messages.ts';

/** SQLite's extended result codes. */
const UNIQUE = new Set([2067, 1555]);
const NOT_NULL = 1299;
const FOREIGN_KEY = new Set([787, 1811]);
const BUSY = 5;
/** The part of an extended code that tells its kind. */
const PRIMARY_CODE = 0xff;

/** A failure as Prisma wants it from a driver: by it Prisma chooses its own code, such as P2002. */
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
  if ((code & PRIMARY_CODE) === BUSY) return { kind: 'SocketTimeout' };
  return { kind: 'sqlite', extendedCode: code, message };
}

/** SQLite names columns as `constraint failed: texts.id, texts.slug`. */
const columnsOf = (message: string) => message.split('constraint failed: ')[1]?.split(', ') ?? [];

const fieldsOf = (message: string) =>
  columnsOf(message).map((column) => column.slice(column.lastIndexOf('.') + 1));
