import type { StorageConfig } from '@satchel/server/features/storage-configs/service';
import type { SecretKey } from '@satchel/server/security/secret-key';
import { StartError } from '@satchel/server/start-error';
import type { CommandContext } from '../context.ts';
import { readSecret } from '../secret-input.ts';

export interface MoveOptions {
  readonly s3Endpoint?: string;
  readonly s3PublicEndpoint?: string;
  readonly s3Bucket?: string;
  readonly s3Region: string;
  readonly s3VirtualHost?: boolean;
  readonly dryRun?: boolean;
}

/** Storage that replaces the embedded store. */
export interface TargetStorage {
  readonly endpointUrl: string;
  readonly publicEndpointUrl: string | null;
  readonly bucketName: string;
  readonly region: string;
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface MoveTarget {
  /** Undefined if the database stays. */
  readonly databaseUrl: string | undefined;
  /** Undefined if objects stay in the embedded store. */
  readonly storage: TargetStorage | undefined;
}

/** @throws {StartError} if a value is missing, or there is nothing to move */
export async function readTarget(
  context: CommandContext,
  options: MoveOptions,
): Promise<MoveTarget> {
  const databaseUrl = await readSecret(context, 'TARGET_DATABASE_URL');
  if (
    databaseUrl !== undefined &&
    !(URL.canParse(databaseUrl) && /^postgres(ql)?:/.test(databaseUrl))
  ) {
    throw new StartError('TARGET_DATABASE_URL: must be a PostgreSQL connection URL');
  }
  const { s3Endpoint: endpointUrl, s3Bucket: bucketName } = options;
  if (endpointUrl === undefined && bucketName === undefined) {
    if (databaseUrl !== undefined) return { databaseUrl, storage: undefined };
    throw new StartError(
      'Say where to: TARGET_DATABASE_URL, or --s3-endpoint and --s3-bucket, or all of them.',
    );
  }
  const accessKeyId = await readSecret(context, 'TARGET_S3_ACCESS_KEY_ID');
  const secretAccessKey = await readSecret(context, 'TARGET_S3_SECRET_ACCESS_KEY');
  if (!endpointUrl || !bucketName || !accessKeyId || !secretAccessKey) {
    throw new StartError(
      'A storage needs --s3-endpoint, --s3-bucket, TARGET_S3_ACCESS_KEY_ID and TARGET_S3_SECRET_ACCESS_KEY (each also with _FILE).',
    );
  }
  if (!URL.canParse(endpointUrl))
    throw new StartError('--s3-endpoint: must be an http or https address');
  const storage = {
    endpointUrl: endpointUrl.replace(/\/$/, ''),
    publicEndpointUrl: options.s3PublicEndpoint ?? null,
    bucketName,
    region: options.s3Region,
    pathStyle: !options.s3VirtualHost,
    accessKeyId,
    secretAccessKey,
  };
  return { databaseUrl, storage };
}

/** Row that replaces the embedded store's, with the administrator's settings of it. */
export function configOf(
  { secretAccessKey, ...storage }: TargetStorage,
  id: string,
  embedded: StorageConfig,
  secretKey: SecretKey,
): StorageConfig {
  return {
    ...embedded,
    ...storage,
    id,
    name: storage.bucketName,
    providerType: 'Other',
    isEmbedded: false,
    secretAccessKeyEncrypted: secretKey.encrypt(secretAccessKey),
  };
}
