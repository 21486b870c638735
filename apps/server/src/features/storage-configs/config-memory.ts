import { createRememberedList, type RememberedList } from '#cache/remembered-list.ts';
import type { Clock } from '#clock';
import type { ChangeFeed } from '#database/change-feed.ts';
import { isBucketInPath } from '#object-store/presigner.ts';
import type { StorageConfig, StorageConfigRepository } from './repository.ts';

/** Every config, remembered for a moment. */
export interface ConfigMemory extends RememberedList<StorageConfig> {
  /** As last read, at once; what is too old is read again for the next one who asks. */
  readonly browserOrigins: () => readonly string[];
  /** Also one whose storage is off in this process; every other is in `list`. */
  readonly find: (id: string) => Promise<StorageConfig | undefined>;
}

/**
 * What of the stored configs this process has: without its store the embedded one is neither default
 * nor public. The first is the default, also where the one that was is gone or off.
 *
 * @param stored the default first
 */
export function usableConfigs(
  stored: readonly StorageConfig[],
  hasEmbeddedStore: boolean,
): readonly StorageConfig[] {
  return stored
    .filter(({ isEmbedded }) => hasEmbeddedStore || !isEmbedded)
    .map((config, index) => ({ ...config, isDefault: index === 0 }));
}

export function createConfigMemory({
  repository,
  hasEmbeddedStore,
  changes,
  clock,
  onError,
}: {
  readonly repository: Pick<StorageConfigRepository, 'list'>;
  readonly hasEmbeddedStore: boolean;
  readonly changes: ChangeFeed;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): ConfigMemory {
  let origins: readonly string[] = [];
  let switchedOff: readonly StorageConfig[] = [];
  const load = async () => {
    const stored = await repository.list();
    const configs = usableConfigs(stored, hasEmbeddedStore);
    const isUsable = new Set(configs.map(({ id }) => id));
    switchedOff = stored
      .filter(({ id }) => !isUsable.has(id))
      .map((config) => ({ ...config, isDefault: false, isPublic: false }));
    origins = originsOf(configs);
    return configs;
  };
  const remembered = createRememberedList(load, { topic: 'storage-configs', changes, clock });
  return {
    ...remembered,
    async find(id) {
      const configs = [...(await remembered.list()), ...switchedOff];
      return configs.find((config) => config.id === id);
    },
    browserOrigins() {
      if (!remembered.isFresh()) remembered.list().catch(onError);
      return origins;
    },
  };
}

/** What a page's policy has to name; https it allows in any case. */
function originsOf(configs: readonly StorageConfig[]): readonly string[] {
  const addresses = configs.flatMap(
    ({ endpointUrl, publicEndpointUrl, customHost, bucketName, pathStyle }) => [
      ...[endpointUrl, publicEndpointUrl].map((url) => withBucket(url, bucketName, pathStyle)),
      customHost,
    ],
  );
  const origins = addresses.flatMap((url) =>
    url !== null && URL.canParse(url) ? [new URL(url).origin] : [],
  );
  // A host of a policy may hold wildcards, and one of an address odd characters.
  return [...new Set(origins)].filter((origin) => /^http:\/\/[\w.-]+(:\d+)?$/.test(origin));
}

function withBucket(url: string | null, bucket: string, pathStyle: boolean): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return isBucketInPath(new URL(url), { bucket, pathStyle })
    ? url
    : url.replace('://', `://${bucket}.`);
}
