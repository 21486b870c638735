import { createRememberedList, type ListMemory } from '#cache/remembered-list.ts';
import { isBucketInPath } from '#object-store/s3/presigner.ts';
import type { StorageConfig, StorageConfigRepository } from './repository.ts';

export type ConfigMemory = ReturnType<typeof createConfigMemory>;

/**
 * Configs that this process can use. Without its store the embedded one is neither default nor public. The
 * first is the default, also if the former default is gone or off.
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

/** Every config, remembered until one changes. */
export function createConfigMemory(
  repository: Pick<StorageConfigRepository, 'list'>,
  hasEmbeddedStore: boolean,
  listMemory: ListMemory,
) {
  const load = async () => {
    const stored = await repository.list();
    const usable = usableConfigs(stored, hasEmbeddedStore);
    const switchedOff = stored
      .filter(({ id }) => !usable.some((config) => config.id === id))
      .map((config) => ({ ...config, isDefault: false, isPublic: false }));
    return [
      ...usable.map((config) => ({ config, isUsable: true })),
      ...switchedOff.map((config) => ({ config, isUsable: false })),
    ];
  };
  const memory = createRememberedList('storage-configs', load, listMemory);
  const list = async (): Promise<readonly StorageConfig[]> =>
    (await memory.list()).flatMap(({ config, isUsable }) => (isUsable ? [config] : []));
  return {
    list,
    /** Also one whose storage is off in this process; every other is in `list`. */
    find: async (id: string): Promise<StorageConfig | undefined> =>
      (await memory.list()).find(({ config }) => config.id === id)?.config,
    drop: memory.drop,
    browserOrigins: async (): Promise<readonly string[]> => originsOf(await list()),
  };
}

/** Origins that a page's policy must name; it allows https in any case. */
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
