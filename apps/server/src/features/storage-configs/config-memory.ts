import { createRememberedList, type RememberedList } from '#cache/remembered-list.ts';
import type { Clock } from '#clock';
import type { ChangeFeed } from '#database/change-feed.ts';
import { isBucketInPath } from '#object-store/presigner.ts';
import type { StorageConfig, StorageConfigRepository } from './repository.ts';

/** Every config, remembered for a moment. */
export interface ConfigMemory extends RememberedList<StorageConfig> {
  /** As last read, at once; what is too old is read again for the next one who asks. */
  readonly browserOrigins: () => readonly string[];
}

export function createConfigMemory({
  repository,
  changes,
  clock,
  onError,
}: {
  readonly repository: Pick<StorageConfigRepository, 'list'>;
  readonly changes: ChangeFeed;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): ConfigMemory {
  let origins: readonly string[] = [];
  const load = async () => {
    const configs = await repository.list();
    origins = originsOf(configs);
    return configs;
  };
  const remembered = createRememberedList(load, { topic: 'storage-configs', changes, clock });
  return {
    ...remembered,
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
