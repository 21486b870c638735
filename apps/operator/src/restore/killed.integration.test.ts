import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '@satchel/api-client';
import { deleteFileShares, listFileShares } from '@satchel/api-client/contract/file-shares';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { type PostgresProxy, startPostgresProxy } from '@satchel/server/test/postgres-proxy';
import { runCommand, startCommand } from '@satchel/server/test/run-command';
import { connectAsAdmin, readContents } from '@satchel/server/test/share-contents';
import { type Child, startChild } from '@satchel/server/test/start-child';
import { createDatabase } from '@satchel/server/test/start-postgres';
import { ADMIN, SECRET_KEY } from '@satchel/server/test/start-server';
import { uploadFile } from '@satchel/server/test/upload-files';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

type Contents = Map<string, string>;
type Environment = Record<string, string>;

describe.runIf(inject('postgresUrl') !== undefined)(
  'satchel restore into PostgreSQL and the embedded store that kill -9 ends (SECURITY 12)',
  () => {
    let folder = '';
    let file = '';
    let env: Environment = {};
    let proxy: PostgresProxy;
    let child: Child | undefined;
    let backedUp: Contents;

    const emptyTarget = async (): Promise<Environment> => ({
      DATA_DIR: await mkdtemp(join(folder, 'data-')),
      DATABASE_URL: await createDatabase(inject('postgresUrl') ?? ''),
      SECRET_KEY,
      EMBEDDED_STORE: 'on',
      ADMIN_PASSWORD: ADMIN.password,
    });
    const whileRunning = async <Result>(
      at: Environment,
      work: (api: ApiClient, url: string) => Promise<Result>,
    ): Promise<Result> => {
      child = startChild(await freePort(), at);
      await child.ready;
      const result = await work(await connectAsAdmin(child.url, ADMIN), child.url);
      child.process.kill('SIGTERM');
      expect(await child.ended, child.errors()).toBe(0);
      return result;
    };
    const read = (at: Environment) => whileRunning(at, (api, url) => readContents(url, api));
    const add = async (api: ApiClient) => {
      await api.call(createTextShare, { body: { content: randomBytes(50).toString('hex') } });
      await uploadFile(api, new Uint8Array(randomBytes(50_000)));
    };
    /** Changes the data after the backup: one item is added and one is removed. */
    const change = () =>
      whileRunning(env, async (api, url) => {
        const { files } = (await api.call(listFileShares, { query: { limit: 1 } })).data;
        const ids = files.map(({ id }) => id);
        await api.call(deleteFileShares, { body: { ids, delete_mode: 'both' } });
        await add(api);
        return readContents(url, api);
      });
    const restoreKilled = async (
      at: Environment,
      words: readonly string[],
      sql: string,
      when: 'before' | 'after',
    ) => {
      const DATABASE_URL = at.DATABASE_URL ?? '';
      proxy = await startPostgresProxy(DATABASE_URL);
      const stands = proxy.standAt(sql, when);
      const throughProxy = { ...at, DATABASE_URL: proxy.url };
      const killed = startCommand(['restore', ...words], throughProxy, { isDetached: true });
      const ended = killed.ended.then(({ errors }) => expect.unreachable(errors));
      await Promise.race([stands, ended]);
      killed.killAll();
      await killed.ended;
      await ended.catch(() => undefined);
      await proxy.close();
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'satchel-killed-restore-'));
      file = join(folder, 'backup');
      env = await emptyTarget();
      backedUp = await whileRunning(env, async (api, url) => {
        for (let at = 0; at < 5; at += 1) await add(api);
        const made = await runCommand(['backup', file], env);
        expect(made.exitCode, made.errors).toBe(0);
        return readContents(url, api);
      });
    });
    afterEach(async () => {
      child?.process.kill('SIGKILL');
      await child?.ended;
      await proxy.close();
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it.each([
      ['while rows are written', 'INSERT INTO "file_shares"', 'before', 'what was'],
      ['before its transaction ends', 'COMMIT', 'before', 'what was'],
      ['after its transaction has ended', 'COMMIT', 'after', 'the backup'],
    ] as const)('%s, leaves all of one, and can be repeated', async (_, sql, when, left) => {
      const before = await change();
      expect(before).not.toEqual(backedUp);
      await restoreKilled(env, ['--replace', file], sql, when);
      expect(await read(env)).toEqual(left === 'what was' ? before : backedUp);
      const repeated = await runCommand(['restore', '--replace', file], env);
      expect(repeated.exitCode, repeated.errors).toBe(0);
      expect(await read(env)).toEqual(backedUp);
    });

    it('leaves a new place empty, for the same command to be given once more', async () => {
      const target = await emptyTarget();
      await restoreKilled(target, [file], 'COMMIT', 'before');
      const repeated = await runCommand(['restore', file], target);
      expect(repeated.exitCode, repeated.errors).toBe(0);
      expect(await read(target)).toEqual(backedUp);
    });
  },
);
