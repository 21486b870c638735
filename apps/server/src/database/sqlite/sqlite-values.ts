import type { ArgType } from '@prisma/driver-adapter-utils';
import type { SqliteValue } from './worker-messages.ts';

/** Parameter of Prisma in SQLite's form: dates are ISO 8601 texts, booleans are 0 and 1. */
export function toSqliteValue(value: unknown, type: ArgType | undefined): SqliteValue {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  // node:sqlite binds every number as REAL, which only a column with a type converts back.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string') return fromText(value, type);
  if (value instanceof Date) return toStoredDate(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Uint8Array || value === null || typeof value === 'bigint') return value;
  throw new TypeError(`SQLite has no value for ${Object.prototype.toString.call(value)}.`);
}

/** Converts values that Prisma passes as text because JSON has no type for them. */
function fromText(text: string, type: ArgType | undefined): SqliteValue {
  const scalarType = type?.scalarType;
  if (scalarType === 'bigint') return BigInt(text);
  if (scalarType === 'decimal') return Number.parseFloat(text);
  if (scalarType === 'datetime') return toStoredDate(new Date(text));
  return scalarType === 'bytes' ? Buffer.from(text, 'base64') : text;
}

const toStoredDate = (date: Date) => date.toISOString().replace('Z', '+00:00');
