import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '#errors';
import type { ObjectInfo, ObjectStore } from '#object-store';
import type { Expected } from '#object-store/conditional-calls.ts';
import { bareEtag } from '#object-store/etag.ts';
import { findNamed, holderOf } from '#object-store/find-named.ts';

/** Headers of a conditional write (RFC 9110 13.1). */
export interface WriteCondition {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** Fields of a body or a form with the same meaning as the headers. */
export interface ConditionFields {
  readonly if_match?: string | null | undefined;
  readonly if_none_match?: string | null | undefined;
}

/** Reads the condition of a call; a field takes precedence over its header. */
export function readCondition(
  { if_match, if_none_match }: ConditionFields,
  headers: IncomingHttpHeaders = {},
): WriteCondition {
  return {
    ifMatch: if_match ?? headers['if-match'],
    ifNoneMatch: if_none_match ?? headers['if-none-match'],
  };
}

export function isConditional({ ifMatch, ifNoneMatch }: WriteCondition): boolean {
  return ifMatch !== undefined || ifNoneMatch !== undefined;
}

/** Finds the file of a name. If the condition wants the name to be free, a folder counts, too. */
export async function findCurrent(
  store: Pick<ObjectStore, 'head' | 'list'>,
  key: string,
  { ifNoneMatch }: WriteCondition,
  signal: AbortSignal,
): Promise<Pick<ObjectInfo, 'etag'> | undefined> {
  if (ifNoneMatch !== '*') return store.head(key, signal);
  return holderOf(await findNamed(store, key, signal));
}

/**
 * Finds the file that a plain write replaces.
 *
 * @throws {AppError} `file_system.exists` if a folder has the name
 */
export async function findReplaced(
  store: Pick<ObjectStore, 'list'>,
  key: string,
  signal: AbortSignal,
): Promise<Pick<ObjectInfo, 'etag'> | undefined> {
  const { object, isDirectory } = await findNamed(store, key, signal);
  if (isDirectory && !object) throw new AppError('file_system.exists');
  return object;
}

/**
 * Checks a condition and returns what the storage must check again when it writes.
 *
 * @throws {AppError} `file_system.changed`
 */
export function expectationOf(
  condition: WriteCondition,
  found: Pick<ObjectInfo, 'etag'> | undefined,
): Expected {
  assertHolds(condition, found);
  return found ? { etag: found.etag } : 'absent';
}

/**
 * Checks `If-Unmodified-Since`, in whole seconds like HTTP; `If-Match` takes its place (RFC 9110 13.1.4).
 *
 * @throws {AppError} `file_system.changed`
 */
export function assertNotNewer(headers: IncomingHttpHeaders, lastModified: Date | undefined): void {
  const sinceMs = Date.parse(headers['if-unmodified-since'] ?? '');
  if (headers['if-match'] !== undefined || Number.isNaN(sinceMs) || !lastModified) return;
  if (Math.floor(lastModified.getTime() / 1000) * 1000 > sinceMs) {
    throw new AppError('file_system.changed');
  }
}

/**
 * Checks a condition. Compares strong ETags without quotes, because clients send them with or without.
 *
 * @param found the current object; undefined if there is none
 * @throws {AppError} `file_system.changed`
 */
export function assertHolds(
  { ifMatch, ifNoneMatch }: WriteCondition,
  found: Pick<ObjectInfo, 'etag'> | undefined,
): void {
  const isNamed = (tags: string) =>
    found !== undefined &&
    tags.split(',').some((tag) => {
      const bare = bareEtag(tag.trim());
      return bare === '*' || bare === bareEtag(found.etag);
    });
  const holds =
    (ifMatch === undefined || isNamed(ifMatch)) &&
    (ifNoneMatch === undefined || !isNamed(ifNoneMatch));
  if (!holds) throw new AppError('file_system.changed');
}
