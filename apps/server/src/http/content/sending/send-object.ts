import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertHolds, assertNotNewer } from '#files/write-condition.ts';
import type { ObjectBody, ObjectInfo } from '#object-store';
import { setContentHeaders } from '../content-headers.ts';
import { isFresh } from '../share-content.ts';

/** Object as a route serves it. */
export interface SentObject {
  readonly filename: string;
  readonly contentType: string;
  readonly isDownload: boolean;
  readonly cacheControl: string;
  /** Describes the object that `open` would open. */
  head(signal: AbortSignal): Promise<ObjectInfo>;
  open(range: string | undefined, signal: AbortSignal): Promise<ObjectBody>;
}

/** Call that `sendObject` answers. */
export interface SendCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
  readonly isHead: boolean;
}

/** Range beyond every file: asks for the last 0 bytes, because storages disagree about `bytes=-0`. */
const BEYOND_EVERY_FILE = `bytes=${Number.MAX_SAFE_INTEGER}-`;

const CONDITIONS = [
  'if-match',
  'if-unmodified-since',
  'if-none-match',
  'if-modified-since',
  'if-range',
];

/**
 * Serves an object with HEAD, conditions and ranges (RFC 9110). Calls `open` only if it sends bytes, so
 * `open` may count a view.
 *
 * @throws {AppError} `file_system.changed` if the object is not the version that the caller asks for
 */
export async function sendObject(
  { request, reply, signal, isHead }: SendCall,
  content: SentObject,
): Promise<FastifyReply> {
  let range = rangeOf(request);
  if (isHead || isConditional(request)) {
    const object = await content.head(signal);
    assertHolds({ ifMatch: request.headers['if-match'] }, object);
    assertNotNewer(request.headers, object.lastModified);
    describe(reply, content, object);
    if (isUnchanged(request, object)) return reply.code(304).send();
    if (isHead) return reply.header('content-length', object.size).send();
    if (!isSameVersion(request, object)) range = undefined;
  }
  const object = await content.open(range, signal);
  describe(reply, content, object);
  reply.header('content-length', object.contentLength);
  if (object.contentRange) reply.code(206).header('content-range', object.contentRange);
  return reply.send(object.body);
}

function isConditional({ headers }: FastifyRequest): boolean {
  return CONDITIONS.some((name) => name in headers);
}

/** RFC 9110 13.1.5: a range of another version is ignored. */
function isSameVersion(
  { headers: { 'if-range': version } }: FastifyRequest,
  { etag, lastModified }: ObjectInfo,
): boolean {
  return version === undefined || version === etag || version === lastModified?.toUTCString();
}

/** Compares the time if the client has no ETag; in whole seconds like HTTP (RFC 9110 13.1.3). */
function isUnchanged(request: FastifyRequest, { etag, lastModified }: ObjectInfo): boolean {
  if (request.headers['if-none-match'] !== undefined) return isFresh(request, etag);
  const sinceMs = Date.parse(request.headers['if-modified-since'] ?? '');
  if (request.headers.range !== undefined || !lastModified) return false;
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= sinceMs;
}

function describe(reply: FastifyReply, content: SentObject, object: ObjectInfo): void {
  setContentHeaders(reply, content);
  reply.header('cache-control', content.cacheControl).header('etag', object.etag);
  if (object.lastModified) reply.header('last-modified', object.lastModified.toUTCString());
}

/**
 * Returns a single range. Several ranges and invalid ones are answered with the whole file (RFC 9110
 * 14.2).
 */
function rangeOf({ headers: { range = '' } }: FastifyRequest): string | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '' && /^0+$/.test(last)) return BEYOND_EVERY_FILE;
  const isBackwards = first !== '' && last !== '' && BigInt(last) < BigInt(first);
  return isBackwards ? undefined : range;
}
