import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '#errors';

export type Depth = '0' | '1' | 'infinity';

/** Default lifetime of a lock, and its maximum, whatever the client asks for. */
const DEFAULT_TIMEOUT_SECONDS = 600;
const MAX_TIMEOUT_SECONDS = 7200;

/** @throws {AppError} `webdav.header_invalid`, like the other readers here */
export function readDepth(headers: IncomingHttpHeaders): Depth {
  const depth = textOf(headers, 'depth')?.toLowerCase() ?? 'infinity';
  if (depth === '0' || depth === '1' || depth === 'infinity') return depth;
  throw new AppError('webdav.header_invalid');
}

/** RFC 4918 10.6: an existing target is overwritten unless the header forbids it. */
export function readOverwrite(headers: IncomingHttpHeaders): boolean {
  const overwrite = textOf(headers, 'overwrite')?.toUpperCase() ?? 'T';
  if (overwrite === 'T' || overwrite === 'F') return overwrite === 'T';
  throw new AppError('webdav.header_invalid');
}

/** First of the timeouts that a client asks for, limited to the maximum. */
export function readTimeoutSeconds(headers: IncomingHttpHeaders): number {
  for (const wanted of (textOf(headers, 'timeout') ?? '').split(',')) {
    if (/^\s*infinite\s*$/i.test(wanted)) return MAX_TIMEOUT_SECONDS;
    const [, seconds] = /^\s*second-(\d{1,10})\s*$/i.exec(wanted) ?? [];
    if (seconds) return Math.min(MAX_TIMEOUT_SECONDS, Math.max(1, Number(seconds)));
  }
  return DEFAULT_TIMEOUT_SECONDS;
}

export function readLockToken(headers: IncomingHttpHeaders): string {
  const [, token] = /^\s*<([^<>\s]+)>\s*$/.exec(textOf(headers, 'lock-token') ?? '') ?? [];
  if (token === undefined) throw new AppError('webdav.header_invalid');
  return token;
}

/** Length of the body in bytes, which Finder announces in its own header. */
export function readExpectedLength(headers: IncomingHttpHeaders): number | undefined {
  const text = textOf(headers, 'x-expected-entity-length');
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Header unknown to Node, which arrives once, or joined. */
export function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
}
