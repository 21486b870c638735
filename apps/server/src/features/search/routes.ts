import { readFolderSizes, searchFiles } from '@satchel/api-client/contract/search';
import { contentTypeOf } from '#files/file-type.ts';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import { nameOf } from '#paths/key.ts';
import type { SearchHit, SearchService } from './service.ts';

export function searchRoutes(
  http: HttpDependencies,
  search: Pick<SearchService, 'search' | 'sizes'>,
): void {
  mountEndpoint(http, readFolderSizes, async ({ caller, query }) => {
    const { bytes, folders, indexedAt, ...sizes } = await search.sizes(caller, query.path);
    return {
      ...sizes,
      size: bytes,
      folders: folders.map(({ name, files, bytes: size }) => ({ name, files, size })),
      indexedAt: indexedAt?.toISOString() ?? null,
    };
  });

  mountEndpoint(http, searchFiles, async ({ caller, query, signal }) => {
    const { q, scope, limit, offset, mount_id: mountId, path } = query;
    const found = await search.search(
      caller,
      { query: q, scope, mountId, path, limit, offset },
      signal,
    );
    return {
      results: found.hits.map(present),
      total: found.total,
      hasMore: offset + found.hits.length < found.total,
      searchParams: {
        query: q,
        scope,
        mountId: mountId || null,
        path: path || null,
        limit,
        offset,
      },
      mountsSearched: found.mountsSearched,
      indexedAt: found.indexedAt?.toISOString() ?? null,
      isComplete: found.isComplete,
    };
  });
}

/** Hit as in CONTRACT F7. */
function present({ mount, key, size, modifiedMs }: SearchHit) {
  const name = nameOf(key);
  return {
    name,
    path: `${mount.mountPath}/${key}`,
    size,
    modified: new Date(modifiedMs).toISOString(),
    isDirectory: false as const,
    contentType: contentTypeOf(name),
    mount_id: mount.id,
    mount_name: mount.name,
    storage_type: mount.storageType,
    s3_key: key,
  };
}
