import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '#errors';
import type { AuthenticatedCaller } from '#security/caller.ts';

/** A request, as far as it matters here. */
export interface DavCall {
  readonly caller: AuthenticatedCaller;
  /** Decoded; with a slash at its end where it was sent with one. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Body, not read yet. */
  readonly body: Readable;
  /** In bytes, where it is told. */
  readonly bodyBytes: number | undefined;
  /** Address under which the caller reaches the server, without a slash at its end. */
  readonly origin: string;
  /** Hosts by which this server is known, with their ports. */
  readonly hosts: readonly string[];
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

export interface DavReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** XML, whole or in pieces. */
  readonly xml?: string | AsyncIterable<string>;
}

export type DavMethod = (call: DavCall) => Promise<DavReply>;

/** @throws {AppError} `request.unsupported_type`: of a body that says nothing we know nothing is done */
export function assertNoBody({ bodyBytes, headers }: DavCall): void {
  if ((bodyBytes ?? 0) > 0 || headers['transfer-encoding'] !== undefined) {
    throw new AppError('request.unsupported_type');
  }
}
