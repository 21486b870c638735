import type { UploadStore } from '../stores/upload-store.ts';
import {
  CONCURRENT_PARTS,
  MAX_RETRIES,
  PART_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
  STALL_TIMEOUT_MS,
} from './limits.ts';
import type { Clock, Connectivity, PartSender, UploadTransport } from './ports.ts';
import { systemClock } from './timing/clock.ts';
import { browserConnectivity } from './timing/connectivity.ts';
import { type Backoff, linearBackoff } from './timing/retry.ts';

/**
 * How uploads are made. Only the first two are needed.
 *
 * @example
 * const options: UploaderOptions = { transport, send: createXhrSender(), concurrentFiles: 5 };
 */
export interface UploaderOptions<Metadata = unknown, Data = unknown> {
  /** The calls to the server that signs. */
  readonly transport: UploadTransport<Metadata, Data>;
  /** Sender of the parts: `createXhrSender()` or `createFetchSender()`. */
  readonly send: PartSender;
  /** Remembers uploads across reloads; default none. */
  readonly store?: UploadStore;
  /** Default {@link systemClock}. */
  readonly clock?: Clock;
  /** Default {@link browserConnectivity}. */
  readonly connectivity?: Connectivity;
  /** Parts of one file at once; default 3. */
  readonly concurrentParts?: number;
  /**
   * Files at once; the others wait in the state `idle`. Default 3 of several parts, and beside them
   * 12 of one part, whose time is mostly spent on waiting for answers.
   */
  readonly concurrentFiles?: number;
  /**
   * Parts of all files at once; default 5, so that of the 6 connections that browsers open to one
   * HTTP/1.1 host one is left for calls.
   */
  readonly maxConnections?: number;
  /** How often a part or a request is tried again; default 3. */
  readonly retries?: number;
  /** The delay before a retry; default {@link linearBackoff}. */
  readonly backoff?: Backoff;
  /** Time limit of one try of one part; default 300,000 ms. */
  readonly partTimeoutMs?: number;
  /** How long a part may make no progress before it is cut off; default 30,000 ms. */
  readonly stallTimeoutMs?: number;
  /** Time limit of a request to the server; default 30,000 ms. */
  readonly requestTimeoutMs?: number;
  /** How many URLs one request asks for; default 12. */
  readonly urlsPerRequest?: number;
  /** Part size in bytes, larger for files that would need more than 10,000 parts; default 5 MiB. */
  readonly partSize?: number;
  /** Largest file in bytes; default 48.8 TiB, what Amazon S3 takes. */
  readonly maxFileSizeBytes?: number;
}

/** The options that get no default here: whoever uses them has it. */
type Unsettled = 'store' | 'concurrentFiles' | 'partSize' | 'maxFileSizeBytes';
export type UploaderSettings = Required<Omit<UploaderOptions, Unsettled>> &
  Pick<UploaderOptions, Unsettled>;

export function withDefaults(options: UploaderOptions): UploaderSettings {
  return {
    clock: systemClock,
    connectivity: browserConnectivity,
    concurrentParts: CONCURRENT_PARTS,
    maxConnections: 5,
    retries: MAX_RETRIES,
    backoff: linearBackoff,
    partTimeoutMs: PART_TIMEOUT_MS,
    stallTimeoutMs: STALL_TIMEOUT_MS,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    urlsPerRequest: 12,
    // An option that is undefined must not overwrite its default.
    ...(Object.fromEntries(
      Object.entries(options).filter(([, value]) => value !== undefined),
    ) as UploaderOptions),
  };
}
