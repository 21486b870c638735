import { createRememberedList, type ListMemory } from '#cache/remembered-list.ts';
import { isBucketInPath } from '#object-store/presigner.ts';
import type { StorageConfig, StorageConfigRepository } from './repository.ts';

export type ConfigMemory = ReturnType<typeof createConfigMemory>;

/** Every config, remembered until one changes. */
export function createConfigMemory(
  repository: Pick<StorageConfigRepository, 'list'>,
  listMemory: ListMemory,
) {
  const memory = createRememberedList('storage-configs', repository.list, listMemory);
  return {
    ...memory,
    browserOrigins: async (): Promise<readonly string[]> => originsOf(await memory.list()),
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
