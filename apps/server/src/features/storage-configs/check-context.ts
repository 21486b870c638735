import type { testStorageConfig } from '@satchel/api-client/contract/storage-configs';
import type { EndpointResult } from '@satchel/api-client/endpoint';
import type { Language } from '@satchel/api-client/messages';
import type { ObjectStore } from '#object-store';
import type { BucketProbe } from '#object-store/diagnosis/bucket-probe.ts';
import type { StorageConfig } from './repository.ts';
import type { Speaker } from './test-speaker.ts';

/** Result in the form of CONTRACT F5. */
export type BucketTestResult = EndpointResult<typeof testStorageConfig>;
/** Result before the supported conditional writes are known. */
export interface TriedBucket {
  readonly success: boolean;
  readonly result: Omit<BucketTestResult['result'], 'conditionalWrites'>;
}

export interface BucketTest {
  readonly config: StorageConfig;
  readonly store: ObjectStore;
  readonly probe: BucketProbe;
  /** Origin of the page that will upload. */
  readonly origin: string;
  /** Origin that serves content, if it differs. */
  readonly contentOrigin: string;
  readonly language: Language;
  /** Signal of the caller; each request also has its own timeout. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly now: () => Date;
}

/** Input of each check. */
export interface CheckContext extends BucketTest {
  readonly speaker: Speaker;
  readonly text: string;
  /** Signal for one request. */
  limit(): AbortSignal;
  /** Signal for a request that cleans up, even if the caller has disconnected. */
  cleanupLimit(): AbortSignal;
  /** Creates the key of a small object. */
  createKey(): string;
}
