import type { Clock } from '#clock';
import type { ChangeFeed } from '#database/change-feed.ts';
import type { StorageConfig, StorageConfigRepository } from './repository.ts';

const MEMORY_MS = 2000;
const TOPIC = 'storage-configs';

/** Every config, remembered for a moment and dropped on all replicas when one changes. */
export interface ConfigMemory {
  list(): Promise<readonly StorageConfig[]>;
  /** Forgets what is known here and elsewhere, and reads it again. */
  drop(): Promise<void>;
  /** As last read, at once; what is too old is read again for the next one who asks. */
  browserOrigins(): readonly string[];
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
  let configs: readonly StorageConfig[] = [];
  let until = 0;
  let origins: readonly string[] = [];
  // What was read before a change must not be kept after it.
  let generation = 0;

  const isFresh = () => clock.now().getTime() < until;
  const list = async (): Promise<readonly StorageConfig[]> => {
    if (isFresh()) return configs;
    const generationBefore = generation;
    const read = await repository.list();
    if (generation !== generationBefore) return list();
    configs = read;
    origins = originsOf(read);
    until = clock.now().getTime() + MEMORY_MS;
    return read;
  };
  changes.subscribe(TOPIC, () => {
    generation += 1;
    until = 0;
  });
  return {
    list,
    async drop() {
      changes.publish(TOPIC, '');
      await list();
    },
    browserOrigins() {
      if (!isFresh()) list().catch(onError);
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
  return url === null || pathStyle ? url : url.replace('://', `://${bucket}.`);
}
