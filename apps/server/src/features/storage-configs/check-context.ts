import type { testStorageConfig } from '@satchel/api-client/contract/storage-configs';
import type { EndpointResult } from '@satchel/api-client/endpoint';
import type { Language } from '@satchel/api-client/messages';
import type { ObjectStore } from '#object-store';
import type { BucketProbe } from '#object-store/diagnosis/bucket-probe.ts';
import type { StorageConfig } from './repository.ts';
import type { Speaker } from './test-sentences.ts';

/** In the shape of CONTRACT F5. */
export type BucketTestResult = EndpointResult<typeof testStorageConfig>;
/** Before it is known which writes may be conditional. */
export interface TriedBucket {
  readonly success: boolean;
  readonly result: Omit<BucketTestResult['result'], 'conditionalWrites'>;
}

export interface BucketTest {
  readonly config: StorageConfig;
  readonly store: ObjectStore;
  readonly probe: BucketProbe;
  /** Of the page that will upload. */
  readonly origin: string;
  /** Where content is served from, where that is another address. */
  readonly contentOrigin: string;
  readonly language: Language;
  /** Of the caller; each request also ends by itself. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly now: () => Date;
}

/** What each check needs. */
export interface CheckContext extends BucketTest {
  readonly speaker: Speaker;
  readonly text: string;
  /** For one request. */
  limit(): AbortSignal;
  /** For one that tidies up, also where the caller is gone. */
  cleanupLimit(): AbortSignal;
  /** Of a small object. */
  createKey(): string;
}
