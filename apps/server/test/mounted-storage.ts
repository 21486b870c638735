import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ApiClient } from '@satchel/api-client';
import { listDirectory } from '@satchel/api-client/contract/file-system';
import { createMount } from '@satchel/api-client/contract/mounts';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import type { ObjectStore } from '../src/object-store/object-store.ts';
import { type BucketAccess, listOpenUploads } from './list-open-uploads.ts';
import { EMBEDDED_CREDENTIALS, type TestServer } from './start-server.ts';

type MountBody = EndpointInput<typeof createMount>['body'];

/** Actions of file system tests on a server and the buckets behind it. */
export interface MountedStorage {
  /** Bucket itself, bypassing every cache and index of the server. */
  readonly bucket: ObjectStore;
  readonly configId: string;
  mount(path: string, body?: Partial<MountBody>): Promise<string>;
  put(key: string, text?: string): Promise<void>;
  /** Content under a key; undefined if there is none. */
  read(key: string): Promise<string | undefined>;
  /** Every key below a prefix, sorted. */
  keys(prefix?: string): Promise<string[]>;
  /** Keys of the uploads that are open in the storage. */
  openUploads(prefix?: string): Promise<string[]>;
  clear(): Promise<void>;
}

export async function useStorage(
  server: TestServer,
  configId = 'embedded',
  access: BucketAccess = {
    endpoint: `${server.url}/s3`,
    bucket: 'satchel',
    ...EMBEDDED_CREDENTIALS,
  },
): Promise<MountedStorage> {
  const storage = await server.services.storageConfigs.find(configId);
  if (!storage) throw new Error(`there is no storage ${configId}`);
  const bucket = storage.store;
  const keys = async (prefix = '') => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await bucket.list({ prefix, cursor });
      found.push(...page.objects.map(({ key }) => key));
      cursor = page.cursor;
    } while (cursor !== undefined);
    return found;
  };
  return {
    bucket,
    configId,
    keys,
    async mount(path, body = {}) {
      const defaults = { name: path, storage_type: 'S3', mount_path: path, cache_ttl: 0 } as const;
      const { id } = await server.api.call(createMount, {
        body: { ...defaults, storage_config_id: configId, ...body },
      });
      return id;
    },
    async put(key, text = key) {
      const { length: size } = Buffer.from(text);
      const { streamWrites } = server.services;
      const wanted = { objectKey: key, sizeBytes: size, mayOverwrite: true, createdBy: 'tests' };
      const write = await streamWrites.begin(storage, wanted);
      const body = Readable.from(size > 0 ? [Buffer.from(text)] : []);
      const signal = AbortSignal.timeout(10_000);
      await streamWrites.store(storage, write, (store) =>
        store.put(key, body, { contentType: 'text/plain', size, signal }),
      );
    },
    async read(key) {
      const found = await bucket.get(key, { signal: AbortSignal.timeout(10_000) });
      return found && (await buffer(found.body)).toString('utf8');
    },
    openUploads: (prefix) => listOpenUploads(access, prefix),
    async clear() {
      await bucket.remove(await keys());
    },
  };
}

export async function namesIn(api: ApiClient, path: string): Promise<string[]> {
  const { items } = await api.call(listDirectory, { query: { path } });
  return items.map(({ name, isDirectory }) => name + (isDirectory ? '/' : ''));
}
