import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '#errors';
import type { AuthenticatedCaller } from '#security/caller.ts';

/** Parts of a request that WebDAV methods need. */
export interface DavCall {
  readonly caller: AuthenticatedCaller;
  /** Decoded; keeps a trailing slash. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Body, not read yet. */
  readonly body: Readable;
  /** Content length in bytes, if the request states it. */
  readonly bodyBytes: number | undefined;
  /** Address under which the caller reaches the server, without a trailing slash. */
  readonly origin: string;
  /** Hosts under which this server is known, with their ports. */
  readonly hosts: readonly string[];
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

export interface DavReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** XML, as a whole or in pieces. */
  readonly xml?: string | AsyncIterable<string>;
}

export type DavMethod = (call: DavCall) => Promise<DavReply>;

/** @throws {AppError} `request.unsupported_type` for any body, because its meaning is unknown */
export function assertNoBody({ bodyBytes, headers }: DavCall): void {
  if ((bodyBytes ?? 0) > 0 || headers['transfer-encoding'] !== undefined) {
    throw new AppError('request.unsupported_type');
  }
}
