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
import { createSpeedMemory, type SpeedMemory } from './timing/speed.ts';

/**
 * Options of an uploader. Only the first two are required. A number that is 0 or NaN counts as not given,
 * except that `retries` may be 0.
 *
 * @example
 * const options: UploaderOptions = { transport, send: createXhrSender(), concurrentFiles: 5 };
 */
export interface UploaderOptions<Metadata = unknown, Data = unknown> {
  /** Calls to the server that signs. */
  readonly transport: UploadTransport<Metadata, Data>;
  /** Sender of the parts: `createXhrSender()` or `createFetchSender()`. */
  readonly send: PartSender;
  /** Stores uploads across reloads; default none. */
  readonly store?: UploadStore;
  /** Default {@link systemClock}. */
  readonly clock?: Clock;
  /** Default {@link browserConnectivity}. */
  readonly connectivity?: Connectivity;
  /**
   * Concurrent parts of one file; default 3. Over HTTP/2, where they share a connection, one at first, unless
   * `speed` remembers a fast line, then as many as make it faster, at most 12.
   */
  readonly concurrentParts?: number;
  /**
   * Concurrent files; the others wait in the state `idle`. Default 3 with several parts, and in addition
   * those with one part, which mostly wait for answers: `filesPerCall` of the transport, or 12.
   */
  readonly concurrentFiles?: number;
  /**
   * Concurrent parts of all files; default 5. Browsers open 6 connections to one HTTP/1.1 host, so that one
   * is left for calls. Over HTTP/2 12, and as many small ones of up to 256 KiB.
   */
  readonly maxConnections?: number;
  /** Number of retries of a part or a request; default 3. */
  readonly retries?: number;
  /** Delay before a retry; default {@link linearBackoff}. */
  readonly backoff?: Backoff;
  /** Timeout of one attempt of one part, for each 5 MiB of it; default 300,000 ms. */
  readonly partTimeoutMs?: number;
  /** Time without progress after which a part is aborted; default 30,000 ms. */
  readonly stallTimeoutMs?: number;
  /** Timeout of a request to the server; default 30,000 ms. */
  readonly requestTimeoutMs?: number;
  /** Number of URLs per request; default 12. */
  readonly urlsPerRequest?: number;
  /**
   * Part size in bytes, larger for files that would need more than 10,000 parts. Default 5 MiB, and up to 64
   * MiB where `speed` remembers a fast line.
   */
  readonly partSize?: number | undefined;
  /** Remembers how fast uploads were; by default as long as the uploader lives. */
  readonly speed?: SpeedMemory;
  /** Largest file in bytes; default 48.8 TiB, the limit of Amazon S3. */
  readonly maxFileSizeBytes?: number;
}

/** Options without a default here, because the code that uses them has it. */
type Unsettled = 'store' | 'concurrentFiles' | 'partSize' | 'maxFileSizeBytes';
export type UploaderSettings = Required<Omit<UploaderOptions, Unsettled>> &
  Pick<UploaderOptions, Unsettled>;

export function withDefaults(options: UploaderOptions): UploaderSettings {
  return {
    clock: systemClock,
    connectivity: browserConnectivity,
    concurrentParts: CONCURRENT_PARTS,
    maxConnections: 5,
    backoff: linearBackoff,
    partTimeoutMs: PART_TIMEOUT_MS,
    stallTimeoutMs: STALL_TIMEOUT_MS,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    urlsPerRequest: 12,
    speed: createSpeedMemory(),
    // Keeps the default where an option is undefined, 0 or NaN.
    ...(Object.fromEntries(
      Object.entries(options).filter(([, value]) => value),
    ) as UploaderOptions),
    // 0 is a choice.
    retries: options.retries ?? MAX_RETRIES,
  };
}
