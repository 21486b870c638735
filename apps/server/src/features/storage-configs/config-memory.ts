import { createRememberedList, type ListMemory } from '#cache/remembered-list.ts';
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
    isHttpUsed: async () => (await list()).some(isOnHttp),
  };
}

/** Whether pages reach the storage without https, which is all that their policy allows otherwise. */
function isOnHttp({ endpointUrl, publicEndpointUrl, customHost }: StorageConfig): boolean {
  return [publicEndpointUrl ?? endpointUrl, customHost].some(
    (url) => url !== null && /^http:/i.test(url),
  );
}
