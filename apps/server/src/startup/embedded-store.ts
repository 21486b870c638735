import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CorsRule, openLocalS3 } from '@satchel/local-s3';
import type { Clock } from '#clock';
import { type Config, storageOriginsOf } from '#config';
import type { Claim } from '#database/schema/claims.ts';
import {
  EMBEDDED_BUCKET,
  type EmbeddedCredentials,
} from '#features/storage-configs/embedded-config.ts';
import { EMBEDDED_STORE_PATH } from '#object-store/s3/presigner.ts';
import { readOrCreateValue } from '#security/kept-value.ts';
import { randomId } from '#security/random.ts';
import type { SecretKey } from '#security/secret-key.ts';

/** Headers of a storage's reply that a page may read. */
export const STORAGE_EXPOSED_HEADERS = [
  'ETag',
  'Content-Length',
  'Content-Disposition',
  'Content-Range',
];

export function embeddedCredentials(config: Config, secretKey: SecretKey): EmbeddedCredentials {
  return {
    accessKeyId: config.s3AccessKeyId ?? 'satchel',
    secretAccessKey: config.s3SecretAccessKey ?? secretKey.derive('embedded-store'),
  };
}

const directoryOf = (dataDirectory: string) => join(dataDirectory, 'objects');

/**
 * Binds a shared database to the objects of one embedded store. A second process with its own objects
 * would answer for the same shares.
 */
export async function claimEmbeddedStore(dataDirectory: string): Promise<Claim> {
  const directory = directoryOf(dataDirectory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    key: 'embedded_store.claim',
    // Stored among the objects, so that it is moved and restored with them.
    value: await readOrCreateValue(join(directory, 'store.id'), randomId),
    refusal:
      "EMBEDDED_STORE: the embedded store of this database is in another process's DATA_DIR, and can be on in one process only; set EMBEDDED_STORE=off here, or move it with its whole DATA_DIR",
  };
}

/** Opens the embedded store, whose objects are in the data folder. */
export async function openEmbeddedStore(
  config: Config,
  credentials: EmbeddedCredentials,
  clock: Clock,
  onError: (error: unknown) => void,
) {
  const directory = directoryOf(config.dataDirectory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const store = await openLocalS3({
    directory,
    credentials: [credentials],
    basePath: EMBEDDED_STORE_PATH,
    defaultCors: corsRulesOf(storageOriginsOf(config)),
    now: () => clock.now(),
    onError,
  });
  await store.createBucket(EMBEDDED_BUCKET);
  return store;
}

/** Allows pages of other origins that may call the API to PUT to and GET from presigned URLs. */
function corsRulesOf(origins: readonly string[]): CorsRule[] {
  if (origins.length === 0) return [];
  return [
    {
      allowedOrigins: origins,
      allowedMethods: ['GET', 'HEAD', 'PUT'],
      allowedHeaders: ['*'],
      exposeHeaders: STORAGE_EXPOSED_HEADERS,
      maxAgeSeconds: 86_400,
    },
  ];
}
