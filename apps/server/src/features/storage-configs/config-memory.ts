import { createRememberedList, type ListMemory } from '#cache/remembered-list.ts';
import type { StorageConfig, StorageConfigRepository } from './repository.ts';

export type ConfigMemory = ReturnType<typeof createConfigMemory>;

/**
 * Configs that this process can use. While the embedded store is off, its config is neither default nor
 * public. The first config is the default, even if the former default was removed or is off.
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

/** Caches all configs until one changes. */
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
    /** Also finds the config of the embedded store while it is off; `list` leaves that out. */
    find: async (id: string): Promise<StorageConfig | undefined> =>
      (await memory.list()).find(({ config }) => config.id === id)?.config,
    drop: memory.drop,
    isHttpUsed: async () => (await list()).some(isOnHttp),
  };
}

/** True if pages reach the storage without https, which their policy must then allow explicitly. */
function isOnHttp({ endpointUrl, publicEndpointUrl, customHost }: StorageConfig): boolean {
  return [publicEndpointUrl ?? endpointUrl, customHost].some(
    (url) => url !== null && /^http:/i.test(url),
  );
}
