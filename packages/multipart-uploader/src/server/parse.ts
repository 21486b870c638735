import { MAX_FITTING_PART_BYTES } from '../engine/limits.ts';
import type { CompletedPart, FileDescription } from '../engine/ports.ts';
import { FILES_PER_CALL } from '../transports/gather-calls.ts';
import { refuse } from './refusal.ts';

/** Limit of a request body. A list of 10,000 parts takes 700 KB. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Limit of S3. */
const MAX_KEY_BYTES = 1024;
const MAX_NAME_LENGTH = 1024;
const MAX_TYPE_LENGTH = 255;

/**
 * Reads the body of a call. Requires JSON, so that forms of other sites are refused: browsers send a CORS
 * preflight first.
 */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  if (request.method !== 'POST') throw refuse('method_not_allowed');
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw refuse('json_expected');
  }
  const text = await readText(request);
  try {
    const body: unknown = JSON.parse(text);
    if (isObject(body)) return body;
  } catch {
    // Refused below.
  }
  throw refuse('malformed');
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let sizeBytes = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || value === undefined) return text + decoder.decode();
    sizeBytes += value.byteLength;
    if (sizeBytes > MAX_BODY_BYTES) {
      await reader?.cancel();
      throw refuse('body_too_large');
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Parses the bodies of several calls of one action: 1 to 100. */
export function parseEach(each: unknown): readonly Record<string, unknown>[] {
  const isValid =
    Array.isArray(each) && each.length > 0 && each.length <= FILES_PER_CALL && each.every(isObject);
  if (!isValid) throw refuse('malformed');
  return each;
}

export function parseFile(file: unknown): FileDescription {
  if (!isObject(file)) throw refuse('malformed');
  const { name, size, type, lastModified } = file;
  const isValid =
    isShort(name, MAX_NAME_LENGTH) &&
    isShort(type, MAX_TYPE_LENGTH) &&
    // Allows only printable ASCII, because the type becomes a header of answers and of the store.
    /^[\x20-\x7e]*$/.test(type) &&
    isCount(size) &&
    isCount(lastModified);
  if (!isValid) throw refuse('malformed');
  return { name, size, type, lastModified };
}

/** Part size that the page asks for, at most 64 MiB; 0 if it does not ask. */
export function parsePartSize(size: unknown): number {
  if (size === undefined) return 0;
  if (!isCount(size)) throw refuse('malformed');
  return Math.min(size, MAX_FITTING_PART_BYTES);
}

/** Parses part numbers. Each must be in the plan, and only once. */
export function parsePartNumbers(numbers: unknown, partCount: number): readonly number[] {
  const isValid =
    Array.isArray(numbers) &&
    numbers.length > 0 &&
    new Set(numbers).size === numbers.length &&
    numbers.every((number) => isCount(number) && number >= 1 && number <= partCount);
  if (!isValid) throw refuse('malformed');
  return numbers;
}

export function parseParts(
  parts: unknown,
  partCount: number,
): ReadonlyMap<number, CompletedPart['etag']> {
  if (!Array.isArray(parts) || !parts.every(isObject)) throw refuse('malformed');
  const numbers = parts.map(({ partNumber }) => partNumber);
  parsePartNumbers(numbers, partCount);
  if (parts.length !== partCount) throw refuse('parts_differ');
  return new Map(parts.map(({ partNumber, etag }) => [Number(partNumber), String(etag)]));
}

/** Whether a type is in the list, by itself or by its family. Ignores parameters. */
export function isAllowedType(type: string, allowed: readonly string[]): boolean {
  const [essence = ''] = type.toLowerCase().split(';');
  const name = essence.trim();
  return allowed.some((each) => {
    const wanted = each.toLowerCase();
    return wanted.endsWith('/*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
  });
}

/** Refuses a key that could be interpreted as a path to another directory. */
export function checkKey(key: string): string {
  const isValid =
    new TextEncoder().encode(key).length <= MAX_KEY_BYTES &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    !/[\\\u0000-\u001f\u007f]/.test(key) &&
    key.split('/').every((segment) => !['', '.', '..'].includes(segment));
  if (!isValid) throw refuse('invalid_key');
  return key;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isShort(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
