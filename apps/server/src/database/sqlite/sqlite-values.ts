import type { ArgType } from '@prisma/driver-adapter-utils';
import type { SqliteValue } from './worker-messages.ts';

/** A parameter of Prisma's as SQLite stores it: dates are texts in ISO 8601, booleans are 0 and 1. */
export function toSqliteValue(value: unknown, type: ArgType | undefined): SqliteValue {
  switch (typeof value) {
    case 'boolean':
      return value ? 1n : 0n;
    case 'number':
      // node:sqlite binds each number as a REAL, which stays one wherever no column converts it.
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    case 'bigint':
      return value;
    case 'string':
      return fromText(value, type);
  }
  if (value instanceof Date) return toStoredDate(value);
  if (value instanceof Uint8Array || value === null) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new TypeError(`SQLite has no value for ${Object.prototype.toString.call(value)}.`);
}

/** Prisma hands over as texts what JSON has no value for. */
function fromText(text: string, type: ArgType | undefined): SqliteValue {
  switch (type?.scalarType) {
    case 'bigint':
      return BigInt(text);
    case 'decimal':
      return Number.parseFloat(text);
    case 'datetime':
      return toStoredDate(new Date(text));
    case 'bytes':
      return Buffer.from(text, 'base64');
    default:
      return text;
  }
}

const toStoredDate = (date: Date) => date.toISOString().replace('Z', '+00:00');
