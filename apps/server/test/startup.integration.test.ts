import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '@satchel/api-client';
import { listDirectory, makeDirectory } from '@satchel/api-client/contract/file-system';
import { deleteMount, listMounts } from '@satchel/api-client/contract/mounts';
import { login } from '@satchel/api-client/contract/sessions';
import { freePort } from '@satchel/test-kit/free-port';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Child, startChild } from './start-child.ts';
import { createDatabase } from './start-postgres.ts';

const ADMIN_PASSWORD = 'correct-horse-battery';
const SECRET_KEY = 'one secret for every server of this test';
const OTHER_SECRET_KEY = 'another secret, of a replica set up badly';

describe('a start (SECURITY 11, 12)', () => {
  let directory = '';
  let children: Child[] = [];
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'satchel-startup-')), 'data');
    children = [];
  });
  afterEach(async () => {
    for (const child of children) child.process.kill('SIGKILL');
    await Promise.all(children.map(({ ended }) => ended));
    await rm(join(directory, '..'), { recursive: true, force: true });
  });

  /** Starts a server on its own port, so that a second one does not fail because of the port. */
  const start = async (env: Record<string, string> = {}) => {
    const child = startChild(await freePort(), { DATA_DIR: directory, ADMIN_PASSWORD, ...env });
    children.push(child);
    return child;
  };
  const stopped = async (child: Child) => {
    await child.ready;
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
  };
  const expectRefused = async (child: Child, reason: RegExp) => {
    expect(await child.ended).toBe(1);
    expect(child.errors()).toMatch(reason);
    expect(child.errors()).not.toContain('    at ');
  };
  /** Every file with the hash of its content. */
  const contents = async () => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = entries
      // Leaves out SQLite's own files, which reading the database creates and removes.
      .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    const hashes = files.sort().map(async (path) => {
      return [
        path,
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ] as const;
    });
    return Object.fromEntries(await Promise.all(hashes));
  };

  it('resets no connection: its port is closed until it answers, so that a proxy asks another replica', async () => {
    const child = await start();
    const codes = new Set<unknown>();
    const isAnswered = async () => {
      const socket = connect(Number(new URL(child.url).port), '127.0.0.1');
      socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n');
      const [end] = await Promise.race([
        once(socket, 'data').then(() => ['answered']),
        once(socket, 'close').then(() => ['closed']),
      ]).catch(({ code }) => [code]);
      socket.destroy();
      codes.add(end);
      return end === 'answered';
    };
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!(await isAnswered()));
      }),
    );
    expect([...codes]).toEqual(['ECONNREFUSED', 'answered']);
  });

  it('is refused in a data folder that another process has, before it touches anything', async () => {
    const first = await start();
    await first.ready;
    // Leftovers that a start would remove.
    await mkdir(join(directory, 'spool'));
    await writeFile(join(directory, 'spool', 'arriving'), 'the body of a form');
    const before = await contents();
    await expectRefused(await start(), /^DATA_DIR: .* is in use by another Satchel/);
    expect(await contents()).toEqual(before);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  });

  it('names a data folder that cannot be used', async () => {
    await writeFile(directory, 'a file');
    await expectRefused(await start(), /^DATA_DIR: .* cannot be used, it must be a folder/);
    await rm(directory);
    await mkdir(join(directory, 'satchel.lock'), { recursive: true });
    await expectRefused(await start(), /^DATA_DIR: .* cannot be used, it must be a folder/);
  });

  it('creates the parents of a data folder, and ends at once where none can be created', async () => {
    await stopped(await start({ DATA_DIR: join(directory, '数据 1', 'data') }));
    // Node's own recursive `mkdir` never ends there.
    const child = await start({ DATA_DIR: '/proc/satchel/data' });
    await expectRefused(child, /^DATA_DIR: \/proc\/satchel\/data cannot be used/);
  });

  it('works at once in the folder of a process that was killed', async () => {
    const first = await start();
    await first.ready;
    first.process.kill('SIGKILL');
    await first.ended;
    await stopped(await start());
  });

  it('makes what it keeps readable for its own user only, whatever the umask', async () => {
    const before = process.umask(0);
    const child = await start();
    process.umask(before);
    await child.ready;
    expect(await modes()).toMatchObject({ '.': '700', objects: '700', 'satchel.db': '600' });
    expect(await modes()).toMatchObject({ 'satchel.db-wal': '600', 'satchel.db-shm': '600' });
    expect(await modes()).toMatchObject({ 'secret.key': '600', 'satchel.lock': '600' });
    child.process.kill('SIGTERM');
    await child.ended;

    // Sets the permissions that earlier versions left.
    for (const name of ['.', 'objects']) await chmod(join(directory, name), 0o755);
    for (const name of ['satchel.db', 'secret.key']) await chmod(join(directory, name), 0o644);
    await writeFile(join(directory, 'satchel.db.before-x'), '', { mode: 0o644 });
    const again = await start();
    await again.ready;
    for (const [name, mode] of Object.entries(await modes())) {
      expect([name, mode]).toEqual([name, ['.', 'objects'].includes(name) ? '700' : '600']);
    }
  });
  const modes = async () => {
    const names = ['.', ...(await readdir(directory))];
    const found = names.map(async (name) => {
      const { mode } = await stat(join(directory, name));
      return [name, (mode & 0o777).toString(8)] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  };

  const logIn = async (baseUrl: string) => {
    const body = { username: 'admin', password: ADMIN_PASSWORD };
    const { token } = await createApiClient({ baseUrl }).call(login, { body });
    return createApiClient({ baseUrl, credential: () => ({ kind: 'admin', token }) });
  };

  it('of a fresh installation mounts the embedded store, once', async () => {
    const child = await start();
    await child.ready;
    const api = await logIn(child.url);
    const mounts = await api.call(listMounts, {});
    expect(mounts).toMatchObject([{ name: 'Files', mount_path: '/files', is_active: 1 }]);
    await api.call(makeDirectory, { body: { path: '/files/first' } });
    const { items } = await api.call(listDirectory, { query: { path: '/files/' } });
    expect(items.map(({ name }) => name)).toEqual(['first']);

    await api.call(deleteMount, { params: { id: mounts[0]?.id ?? '' } });
    child.process.kill('SIGTERM');
    await child.ended;
    const again = await start();
    await again.ready;
    expect(await (await logIn(again.url)).call(listMounts, {})).toEqual([]);
  });

  it('is refused with another secret key than the one before, and changes nothing', async () => {
    await stopped(await start({ SECRET_KEY }));
    const before = await contents();
    const refused = await start({ SECRET_KEY: OTHER_SECRET_KEY });
    await expectRefused(refused, /^SECRET_KEY: the secrets in the database were encrypted with/);
    // The server does not create a new key if the old one is missing either.
    await expectRefused(await start(), /^SECRET_KEY: .* has a database, but not the secret.key/);
    expect(await contents()).toEqual(before);
    await stopped(await start({ SECRET_KEY }));
  });

  it('is refused where the database or the secret key in the data folder is damaged', async () => {
    await stopped(await start());
    const database = join(directory, 'satchel.db');
    const whole = await readFile(database);
    for (const damaged of [
      whole.subarray(0, whole.length / 2),
      Buffer.alloc(9000, 'no database'),
    ]) {
      await writeFile(database, damaged);
      await expectRefused(await start(), /^DATA_DIR: .*satchel\.db is damaged \(/);
    }
    await writeFile(database, whole);
    await writeFile(join(directory, 'secret.key'), '\n');
    await expectRefused(await start(), /^SECRET_KEY: .* has a database, but not the secret.key/);
    await rm(database);
    await stopped(await start());
    expect(await readFile(join(directory, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });

  describe.skipIf(inject('postgresUrl') === undefined)('on PostgreSQL', () => {
    let databaseUrl = '';
    beforeEach(async () => {
      databaseUrl = await createDatabase(inject('postgresUrl') ?? '');
    });
    const tables = async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      const sql = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
      const { rowCount } = await client.query(sql);
      await client.end();
      return rowCount;
    };

    it('is refused in the data folder of another process, before it migrates', async () => {
      const first = await start();
      await first.ready;
      const second = await start({ DATABASE_URL: databaseUrl, SECRET_KEY });
      await expectRefused(second, /^DATA_DIR: /);
      expect(await tables()).toBe(0);
    });

    it('is refused without a secret key, before it makes anything', async () => {
      const child = await start({ DATABASE_URL: databaseUrl });
      await expectRefused(
        child,
        /^SECRET_KEY: is needed with DATABASE_URL.* \(example: SECRET_KEY=/,
      );
      await expect(stat(directory)).rejects.toThrow();
      expect(await tables()).toBe(0);
    });

    it('tells the operator of what lies in an embedded store that is off', async () => {
      await stopped(await start({ DATABASE_URL: databaseUrl, SECRET_KEY, EMBEDDED_STORE: 'on' }));
      const child = await start({ DATABASE_URL: databaseUrl, SECRET_KEY });
      await child.ready;
      expect(child.output()).toContain('EMBEDDED_STORE=on');
    });
  });
});
