import { deleteApiKey, updateApiKey } from '@satchel/api-client/contract/api-keys';
import {
  listDirectory,
  removeEntries,
  renameEntry,
  updateEntry,
} from '@satchel/api-client/contract/file-system';
import { listMounts, updateMount } from '@satchel/api-client/contract/mounts';
import { login, logout } from '@satchel/api-client/contract/sessions';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type MountedStorage, useStorage } from '../../../../test/mounted-storage.ts';
import { S3_CREDENTIALS, startS3, type TestS3 } from '../../../../test/start-s3.ts';
import { ADMIN, startServer, type TestServer } from '../../../../test/start-server.ts';

const DIRECTORIES = ['/m', '/m/a', '/m/a/b', '/m/c'];
const hasPostgres = inject('postgresUrl') !== undefined;

describe.skipIf(!hasPostgres)('listings of two replicas with a cache (SPEC 9)', () => {
  let one: TestServer;
  let two: TestServer;
  let s3: TestS3;
  let storage: MountedStorage;
  beforeAll(async () => {
    one = await startServer('postgresql');
    two = await startServer('postgresql', { DATABASE_URL: one.databaseUrl ?? '' });
    s3 = await startS3('shared');
    const { id } = await one.api.call(createStorageConfig, {
      body: {
        name: 'shared',
        provider_type: 'Other',
        endpoint_url: s3.url,
        bucket_name: 'shared',
        access_key_id: S3_CREDENTIALS.accessKeyId,
        secret_access_key: S3_CREDENTIALS.secretAccessKey,
        path_style: true,
        // API keys see public storages only.
        is_public: true,
      },
    });
    storage = await useStorage(one, id);
    await storage.mount('/m', { cache_ttl: 300 });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
    await s3.close();
  });
  beforeEach(async () => {
    await storage.clear();
    for (const key of ['a/b/1', 'a/2', 'c/3']) await storage.put(key);
    await settled();
    for (const path of DIRECTORIES) await list(path, true);
    for (const path of DIRECTORIES) await list(path);
  });

  const asAdmin = () => two.apiAs({ kind: 'admin', token: one.authorization.slice(7) });
  const list = (path: string, refresh = false) =>
    asAdmin().call(listDirectory, { query: { path, refresh } });
  /** Lists the paths that the second replica has cached, because listing them costs no request. */
  const remembered = async () => {
    const known = [];
    for (const path of DIRECTORIES) {
      const before = two.services.fileSystem.listings.stats().hits;
      await list(path).catch(() => undefined);
      if (two.services.fileSystem.listings.stats().hits > before) known.push(path);
    }
    return known;
  };
  /** Waits for one message: messages are delivered in order, so all earlier ones have arrived. */
  const settled = async () => {
    await storage.put('probe/first');
    await list('/m/probe');
    await storage.put('probe/second');
    await vi.waitFor(async () => expect((await list('/m/probe')).items).toHaveLength(2));
  };

  it('are remembered by each until their time is over', async () => {
    expect(await remembered()).toEqual(DIRECTORIES);
    two.moveClock(301_000);
    expect(await remembered()).toEqual([]);
    two.moveClock(-301_000);
  });

  it('lose exactly the directory in which the other has written', async () => {
    const body = { path: '/m/a/new.txt', content: 'x' };
    await one.api.call(updateEntry, { body });
    await vi.waitFor(async () => {
      expect((await list('/m/a')).items.map(({ name }) => name)).toContain('new.txt');
    });
    await one.api.call(updateEntry, { body });
    await vi.waitFor(async () => expect(await remembered()).toEqual(['/m', '/m/a/b', '/m/c']));
  });

  it('follow what the other renames and removes', async () => {
    // Waits, because each directory is a message of its own.
    const isGone = (path: string) =>
      vi.waitFor(() => expect(list(path)).rejects.toMatchObject({ code: 'file_system.not_found' }));
    const names = async (path: string) => (await list(path)).items.map(({ name }) => name);
    await one.api.call(renameEntry, { body: { oldPath: '/m/c/', newPath: '/m/z/' } });
    await vi.waitFor(async () => expect(await names('/m')).toEqual(['a', 'probe', 'z']));
    await isGone('/m/c');
    await one.api.call(removeEntries, { body: { paths: ['/m/a/b/'] } });
    await vi.waitFor(async () => expect(await names('/m/a')).toEqual(['2']));
    await isGone('/m/a/b');
  });

  describe('followed by a caller of the other replica', () => {
    const watch = async (path: string, authorization: string) => {
      const stopping = new AbortController();
      const query = new URLSearchParams({ path });
      const reply = await fetch(`${two.url}/api/fs/watch?${query}`, {
        headers: { authorization },
        signal: stopping.signal,
      });
      const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
      return {
        status: reply.status,
        stop: () => stopping.abort(),
        /** Reads up to the next event of this name. */
        async until(name: string): Promise<void> {
          for (let text = ''; !text.includes(`event: ${name}\n`); ) {
            const { value, done } = (await reader?.read()) ?? { done: true };
            if (done) throw new Error(`ended before ${name}`);
            text += value ?? '';
          }
        },
      };
    };
    const write = (path: string) => one.api.call(updateEntry, { body: { path, content: 'x' } });

    it('tell of new, renamed and removed entries, and of folders that appear', async () => {
      const followed = await watch('/m/a/', one.authorization);
      expect(followed.status).toBe(200);
      await followed.until('following');
      await write('/m/a/new.txt');
      await followed.until('changed');
      await one.api.call(renameEntry, {
        body: { oldPath: '/m/a/new.txt', newPath: '/m/a/old.txt' },
      });
      await followed.until('changed');
      await write('/m/a/deep/down/file.txt');
      await followed.until('changed');
      await one.api.call(removeEntries, { body: { paths: ['/m/a/old.txt'] } });
      await followed.until('changed');
      followed.stop();
    });

    it('tell of a folder that is removed and made again', async () => {
      const followed = await watch('/m/a/', one.authorization);
      await followed.until('following');
      for (const _ of [1, 2]) {
        await write('/m/a/new/deep/file.txt');
        await followed.until('changed');
        await one.api.call(removeEntries, { body: { paths: ['/m/a/new/'] } });
        await followed.until('changed');
      }
      followed.stop();
    });

    it('tell of a mount that is switched on, and end in one that is switched off', async () => {
      const mounts = await one.api.call(listMounts, {});
      const id = mounts.find(({ mount_path }) => mount_path === '/m')?.id ?? '';
      const setActive = (is_active: boolean) =>
        one.api.call(updateMount, { params: { id }, body: { is_active } });
      const above = await watch('/', one.authorization);
      const inside = await watch('/m/a/', one.authorization);
      for (const followed of [above, inside]) await followed.until('following');
      await setActive(false);
      await above.until('changed');
      expect((await list('/')).items.map(({ name }) => name)).not.toContain('m');
      await expect(inside.until('changed')).rejects.toThrow();
      await setActive(true);
      await above.until('changed');
      expect((await list('/')).items.map(({ name }) => name)).toContain('m');
      for (const followed of [above, inside]) followed.stop();
    });

    it.each([
      ['deleted', (id: string) => one.api.call(deleteApiKey, { params: { id } })],
      [
        'moved',
        (id: string) =>
          one.api.call(updateApiKey, { params: { id }, body: { basic_path: '/m/c' } }),
      ],
      [
        'moved below',
        (id: string) =>
          one.api.call(updateApiKey, { params: { id }, body: { basic_path: '/m/a/b' } }),
      ],
    ])('end for a key that was %s meanwhile, without telling it', async (_what, change) => {
      const permissions = PERMISSION_FLAGS.mount_view;
      const { id, authorization } = await one.createApiKey({ permissions, basePath: '/m/a' });
      const followed = await watch('/m/a/', authorization);
      await followed.until('following');
      await change(id);
      await write('/m/a/secret.txt');
      await expect(followed.until('changed')).rejects.toThrow();
      followed.stop();
    });

    it('end for an administrator who has logged out meanwhile', async () => {
      const { token } = await one.api.call(login, { body: ADMIN });
      const leaving = one.apiAs({ kind: 'admin', token });
      const followed = await watch('/m/a/', `Bearer ${token}`);
      await followed.until('following');
      await write('/m/a/before.txt');
      await followed.until('changed');
      await leaving.call(logout, {});
      await write('/m/a/after.txt');
      await expect(followed.until('changed')).rejects.toThrow();
      followed.stop();
    });

    it('are refused to a key that may not list them', async () => {
      const { authorization } = await one.createApiKey({
        permissions: PERMISSION_FLAGS.mount_view,
        basePath: '/m/c',
      });
      const refused = await watch('/m/a/', authorization);
      expect(refused.status).toBe(403);
      refused.stop();
      const allowed = await watch('/m/c/', authorization);
      await allowed.until('following');
      allowed.stop();
    });
  });
});
