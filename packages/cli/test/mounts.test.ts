import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { startLocalS3 } from '@satchel/test-kit/local-s3-process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { outcomeOf } from './run-cli.ts';
import { proxy, server, setScene, user } from './scene.ts';
import { ADMIN, mount } from './server-process.ts';

setScene();
afterEach(async () => {
  const { items } = await server.admin.fs.list({ query: { path: '/files/' } });
  const paths = items.map(({ path }) => path);
  if (paths.length > 0) await server.admin.fs.delete({ body: { paths } });
});

const put = (path: string, content: string) =>
  server.admin.fs.write({ body: { path: `/files/${path}`, content } });
const stored = async (path: string) => (await server.admin.fs.download({ query: { path } })).text();
const writeLocal = async (path: string, content: string | Uint8Array) => {
  await mkdir(join(user.directory, path, '..'), { recursive: true });
  await writeFile(join(user.directory, path), content);
};
const readLocal = (path: string) => readFile(join(user.directory, path), 'utf8');
const listed = async (path: string) =>
  (await user.run(['ls', path])).stdout.split('\n').filter(Boolean).toSorted();

describe('satchel ls', () => {
  it('shows mounts, directories and files, one a line', async () => {
    await put('a.txt', 'a');
    await put('deep/b.txt', 'b');
    expect(await user.run(['ls'])).toEqual({ exitCode: 0, stdout: 'files/\n', stderr: '' });
    for (const path of ['/files', 'files/', ':/files']) {
      expect(await listed(path)).toEqual(['a.txt', 'deep/']);
    }
    expect(await listed('/files/a.txt')).toEqual(['a.txt']);
  });

  it('shows sizes and times with -l, and everything with --json', async () => {
    await put('a.txt', 'a'.repeat(1500));
    const { stdout } = await user.run(['ls', '-l', '/files']);
    expect(stdout).toMatch(/^ +1\.5 kB {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}a\.txt\n$/);
    const json = await user.run(['ls', '--json', '/files']);
    expect(JSON.parse(json.stdout)).toMatchObject({ path: '/files/a.txt', size: 1500 });
  });

  it('tells what is not there from what one may not see', async () => {
    expect(await user.run(['ls', '/files/none'])).toMatchObject({ exitCode: 4, stdout: '' });
    const env = { SATCHEL_KEY: await server.createKey(PERMISSION_FLAGS.text) };
    expect(await user.run(['ls'], { env })).toMatchObject({ exitCode: 5, stdout: '' });
  });

  it('ends quietly when nobody reads on', async () => {
    for (let number = 0; number < 3; number += 1) await put(`${number}.txt`, 'x');
    const child = user.start(['ls', '/files']);
    child.stdout.destroy();
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(141);
    const shell = spawn(
      '/bin/sh',
      ['-c', `"${process.execPath}" "${child.spawnargs[1]}" ls /files | head -n 1`],
      { env: user.env },
    );
    expect(await outcomeOf(shell)).toEqual({ exitCode: 0, stdout: '0.txt\n', stderr: '' });
  });
});

describe('satchel cp to a mount', () => {
  it('copies into a directory that is there, or to a new name', async () => {
    await put('there/old.txt', 'old');
    await writeLocal('a.txt', 'a');
    for (const to of [':/files/there', ':/files/new/', ':/files/named.txt']) {
      expect(await user.run(['cp', 'a.txt', to])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    }
    for (const path of ['there/a.txt', 'new/a.txt', 'named.txt']) {
      expect(await stored(`/files/${path}`)).toBe('a');
    }
  });

  it('replaces files, or leaves them with --skip-existing', async () => {
    await put('a.txt', 'old');
    await writeLocal('a.txt', 'new');
    await user.run(['cp', '--skip-existing', 'a.txt', ':/files/']);
    expect(await stored('/files/a.txt')).toBe('old');
    await user.run(['cp', 'a.txt', ':/files/']);
    expect(await stored('/files/a.txt')).toBe('new');
  });

  it('keeps all files whose names a mount cannot tell apart, under the same names in every run', async () => {
    const contents = {
      'a?b.txt': '1',
      'a*b.txt': '2',
      'a_b.txt': '3',
      'deep/x|y': '4',
      'deep/x:y': '5',
    };
    for (const [path, content] of Object.entries(contents))
      await writeLocal(`odd/${path}`, content);
    for (const flag of ['-r', '-rn', '-r']) {
      const { exitCode, stderr } = await user.run(['cp', flag, 'odd', ':/files/']);
      expect(exitCode).toBe(0);
      expect(stderr).toContain('stored as /files/odd/a_b (1).txt');
      expect(await listed('/files/odd')).toEqual([
        'a_b (1).txt',
        'a_b (2).txt',
        'a_b.txt',
        'deep/',
      ]);
      expect(await stored('/files/odd/a_b.txt')).toBe('3');
      expect(await stored('/files/odd/a_b (1).txt')).toBe('2');
      expect(await stored('/files/odd/a_b (2).txt')).toBe('1');
      expect(await stored('/files/odd/deep/x_y')).toBe('5');
      expect(await stored('/files/odd/deep/x_y (1)')).toBe('4');
    }
  });

  it('keeps all of a name with a backslash, also of a folder', async () => {
    const paths = ['back\\slash.txt', 'slash.txt', 'a\\b/tab\there/f'];
    for (const path of paths) await writeLocal(`in\\out/${path}`, path);
    await mkdir(join(user.directory, 'in\\out/empty\\folder'));
    const { exitCode, stderr } = await user.run(['cp', '-r', 'in\\out', ':/files/']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('stored as /files/in_out/a_b/tab_here/f');
    const names = ['a_b/', 'back_slash.txt', 'empty_folder/', 'slash.txt'];
    expect(await listed('/files/in_out')).toEqual(names);
    expect(await stored('/files/in_out/slash.txt')).toBe('slash.txt');
    expect(await stored('/files/in_out/a_b/tab_here/f')).toBe(paths[2]);
    await user.run(['cp', 'in\\out/back\\slash.txt', ':/files/']);
    expect(await stored('/files/back_slash.txt')).toBe(paths[0]);
  });

  it.skipIf(process.platform === 'darwin')(
    'stores folders whose names differ only in their Unicode form as two folders',
    async () => {
      for (const form of ['NFC', 'NFD'] as const) {
        await writeLocal(`sent/${'é'.normalize(form)}/a.txt`, form);
      }
      const { exitCode, stderr } = await user.run(['cp', '-r', 'sent', ':/files/']);
      expect(exitCode).toBe(0);
      expect(stderr).toContain('stored as /files/sent/é (1)/a.txt');
      expect(await stored('/files/sent/é/a.txt')).toBe('NFC');
      expect(await stored('/files/sent/é (1)/a.txt')).toBe('NFD');
    },
  );

  it('copies a folder with all that is in it, and leaves links out', async () => {
    await writeLocal('photos/1.jpg', '1');
    await writeLocal('photos/2026/海滩.jpg', '2');
    await mkdir(join(user.directory, 'photos/empty'));
    await symlink('1.jpg', join(user.directory, 'photos/link'));
    expect(await user.run(['cp', 'photos', ':/files/'])).toMatchObject({ exitCode: 2 });
    const outcome = await user.run(['cp', '-r', 'photos', ':/files/']);
    expect(outcome).toMatchObject({ exitCode: 0, stdout: '' });
    expect(outcome.stderr).toContain('photos/link');
    expect(await listed('/files/photos')).toEqual(['1.jpg', '2026/', 'empty/']);
    expect(await stored('/files/photos/2026/海滩.jpg')).toBe('2');
  });

  it('does the rest where one fails, and says which', async () => {
    for (const name of ['a.txt', 'b.txt']) await writeLocal(`mixed/${name}`, name);
    const env = { SATCHEL_KEY: await server.createKey(PERMISSION_FLAGS.mount_view) };
    const refused = await user.run(['cp', '-r', 'mixed', ':/files/'], { env });
    expect(refused.exitCode).toBe(5);
    expect(refused.stderr).toContain('mixed/a.txt: ');
    expect(refused.stderr).toContain('2 failed');
  });
});

describe('satchel cp from a mount', () => {
  it('copies a file and a directory, the empty ones too', async () => {
    await put('deep/a.txt', 'a');
    await put('deep/er/海滩.txt', 'b');
    await server.admin.fs.mkdir({ body: { path: '/files/deep/empty/' } });
    expect((await user.run(['cp', ':/files/deep/a.txt', 'copy.txt'])).exitCode).toBe(0);
    expect(await user.run(['cp', ':/files/deep/a.txt', 'none/copy.txt'])).toMatchObject({
      exitCode: 4,
      stderr: 'satchel: There is no such file: none\n',
    });
    expect(await readLocal('copy.txt')).toBe('a');
    expect(await user.run(['cp', ':/files/deep', '.'])).toMatchObject({ exitCode: 2 });
    expect(await user.run(['cp', '-r', ':/files/deep', '.'])).toMatchObject({ exitCode: 0 });
    expect(await user.run(['cp', '-r', ':/files/deep', 'renamed'])).toMatchObject({ exitCode: 0 });
    for (const root of ['deep', 'renamed']) {
      const names = await readdir(join(user.directory, root), { recursive: true });
      expect(names.toSorted()).toEqual(['a.txt', 'empty', 'er', 'er/海滩.txt']);
    }
    expect(await user.run(['cp', ':/files/none', '.'])).toMatchObject({ exitCode: 4 });
  });

  it('gets the rest where a name or a folder cannot be stored, and says which', async () => {
    for (const path of ['a.txt', 'b.txt', 'er/inner.txt', 'z.txt']) await put(`odd/${path}`, path);
    await writeLocal('odd/er', 'in the way');
    const page = await server.admin.fs.list({ query: { path: '/files/odd/' } });
    const items = page.items.map((item) =>
      item.name === 'b.txt' ? { ...item, name: '../b.txt' } : item,
    );
    proxy.setFault(({ path, query }) =>
      path === '/api/fs/list' && query.get('path') === '/files/odd/'
        ? { reply: { ...page, items } }
        : undefined,
    );
    const env = { SATCHEL_URL: proxy.url };
    const { exitCode, stderr } = await user.run(['cp', '-r', ':/files/odd', '.'], { env });
    expect(stderr).toContain('/files/odd/b.txt: ');
    expect(stderr).toContain('/files/odd/er/: A file is where a folder should be: ');
    expect(stderr).toContain('2 failed');
    expect(exitCode).toBe(1);
    expect((await readdir(join(user.directory, 'odd'))).toSorted()).toEqual([
      'a.txt',
      'er',
      'z.txt',
    ]);
    expect(await readLocal('odd/er')).toBe('in the way');
  });

  it('leaves files that are there with --skip-existing', async () => {
    await put('a.txt', 'theirs');
    await writeLocal('a.txt', 'mine');
    await user.run(['cp', '--skip-existing', ':/files/a.txt', '.']);
    expect(await readLocal('a.txt')).toBe('mine');
    await user.run(['cp', ':/files/a.txt', '.']);
    expect(await readLocal('a.txt')).toBe('theirs');
  });
});

describe('satchel cp from mount to mount', () => {
  it('copies within a storage without a byte through this computer', async () => {
    await put('from/a.txt', 'a');
    await put('from/deep/b.txt', 'b');
    const proxy = await startCountingProxy(server.url);
    const env = { SATCHEL_URL: proxy.url };
    const outcomes = [
      await user.run(['cp', ':/files/from/a.txt', ':/files/to/b.txt'], { env }),
      await user.run(['cp', '-r', ':/files/from', ':/files/whole'], { env }),
      await user.run(['cp', '-r', ':/files/from', ':/files/to/'], { env }),
    ];
    await proxy.close();
    expect(outcomes).toEqual(Array(3).fill({ exitCode: 0, stdout: '', stderr: '' }));
    expect(proxy.requests.filter(({ path }) => /^\/s3\/|download/.test(path))).toEqual([]);
    for (const path of ['to/b.txt', 'whole/a.txt', 'to/from/a.txt']) {
      expect(await stored(`/files/${path}`)).toBe('a');
    }
    expect(await stored('/files/whole/deep/b.txt')).toBe('b');
  });

  it('says what failed', async () => {
    expect(await user.run(['cp', ':/files/none', ':/files/x'])).toMatchObject({ exitCode: 1 });
    await put('d/a.txt', 'a');
    expect(await user.run(['cp', ':/files/d', ':/files/e'])).toMatchObject({ exitCode: 2 });
    expect(await user.run(['cp', 'a', 'b'])).toMatchObject({ exitCode: 2 });
  });

  it('waits for what takes long, and Ctrl C cancels it', async () => {
    await put('d/a.txt', 'a');
    const operation = {
      ...{ id: 'op', kind: 'copy', state: 'running', is_cancelling: false },
      progress: { done: 1, total: 2, skipped: 0, failed: 0, bytes: 1 },
      ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
      ...{ result: null, error: null },
    };
    const cancelled = Promise.withResolvers<void>();
    const polled = Promise.withResolvers<void>();
    const proxy = await startLongCopy(operation, polled.resolve, cancelled.resolve);
    const child = user.start(['cp', '-r', ':/files/d', ':/files/e/'], { SATCHEL_URL: proxy.url });
    const outcome = outcomeOf(child);
    await polled.promise;
    child.kill('SIGINT');
    await cancelled.promise;
    expect(await outcome).toMatchObject({ exitCode: 130, stdout: '' });
    await proxy.close();
  });

  /** Starts a proxy to the server whose copies never end. */
  async function startLongCopy(operation: object, onPoll: () => void, onCancel: () => void) {
    const proxy: CountingProxy = await startCountingProxy(server.url);
    proxy.setFault(({ method, path }) => {
      if (path.endsWith('/batch-copy')) return { reply: { operation_id: 'op' } };
      if (!path.includes('/operations/')) return undefined;
      if (method === 'DELETE') onCancel();
      else onPoll();
      return { reply: operation };
    });
    return proxy;
  }
});

describe('satchel cp between mounts of two storages', () => {
  const credentials = { accessKeyId: 'other', secretAccessKey: 'the other secret key' };
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'satchel-cli-s3-'));
    const { url, process: store } = await startLocalS3(directory, credentials);
    const { id } = await server.admin.storageConfigs.create({
      body: {
        name: 'other',
        provider_type: 'Other',
        endpoint_url: url,
        bucket_name: 'other-bucket',
        access_key_id: credentials.accessKeyId,
        secret_access_key: credentials.secretAccessKey,
        path_style: true,
      },
    });
    const storage = { endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials };
    const client = new S3Client(storage);
    await client.send(new CreateBucketCommand({ Bucket: 'other-bucket' }));
    client.destroy();
    await mount(server.admin, '/other', id);
    stop = async () => {
      const ended = once(store, 'exit');
      store.kill();
      await ended;
      await rm(directory, { recursive: true });
    };
  });
  afterAll(() => stop());

  it('carries files and whole directories', async () => {
    const large = randomBytes(6_000_000).toString('hex');
    await put('d/1.txt', 'one');
    await put('d/e/2.txt', large.slice(0, 9_000_000));
    await server.admin.fs.mkdir({ body: { path: '/files/d/empty/' } });
    const outcome = await user.run(['cp', '-r', ':/files/d', ':/other/']);
    expect(outcome).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(await stored('/other/d/1.txt')).toBe('one');
    expect(await stored('/other/d/e/2.txt')).toBe(large.slice(0, 9_000_000));
    expect(await listed('/other/d')).toEqual(['1.txt', 'e/', 'empty/']);
    expect((await user.run(['cp', ':/files/d/1.txt', ':/other/named.txt'])).exitCode).toBe(0);
    expect(await stored('/other/named.txt')).toBe('one');
  });
});

describe('satchel mount', () => {
  it('prints commands with the address and the key', async () => {
    const { exitCode, stdout } = await user.run(['mount']);
    expect(exitCode).toBe(0);
    for (const text of [`${server.url}/dav`, server.key, 'rclone mount', 'davfs', 'net use']) {
      expect(stdout).toContain(text);
    }
  });

  it('prints a section for rclone, where the key is not to be read in passing', async () => {
    const { stdout } = await user.run(['mount', '--rclone-config']);
    expect(stdout).toMatch(/^\[satchel\]\ntype = webdav\nurl = .*\/dav\nvendor = other\nuser = /);
    const [, pass = ''] = /\npass = ([\w-]+)\n$/.exec(stdout) ?? [];
    expect(pass).not.toContain(server.key);
    expect(pass.length).toBeGreaterThan(server.key.length);
  });

  it('says to an administrator that a key is needed', async () => {
    const env = { SATCHEL_URL: '', SATCHEL_KEY: '' };
    const words = ['login', server.url, '--username', ADMIN.username];
    await user.run(words, { env, input: ADMIN.password });
    expect(await user.run(['mount'], { env })).toMatchObject({ exitCode: 1, stdout: '' });
  });
});
