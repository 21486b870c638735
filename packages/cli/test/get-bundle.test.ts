import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NewBundle } from '@satchel/api-client/contract/bundle-shapes';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from './run-cli.ts';
import { proxy, server, setScene, user } from './scene.ts';
import { runInTerminal } from './terminal.ts';

const SIZE_BYTES = 8_000_000;
const CUT_BYTES = 3_000_000;

setScene('proxy');

const local = (name: string) => join(user.directory, name);
const read = async (name: string) => String(await readFile(local(name)));
const isThere = (name: string) =>
  access(local(name)).then(
    () => true,
    () => false,
  );
const visitsOf = async (id: string) => (await server.admin.bundles.get({ params: { id } })).views;

async function makeBundle(files: Record<string, string | Buffer>, options: NewBundle = {}) {
  const { id, slug } = await server.admin.bundles.create({ body: options });
  for (const [path, content] of Object.entries(files)) {
    await upload(id, path, content);
  }
  await server.admin.bundles.complete({ params: { id } });
  return { id, slug, link: `${proxy.url}/share/${slug}` };
}

/** Adds a file to a bundle, or replaces the one that is there. */
async function upload(bundle_id: string, path: string, content: string | Buffer) {
  const file = new File([content as string], path.split('/').at(-1) ?? '');
  const share = { bundle_id, relative_path: path, override: true };
  await server.admin.fileShares.upload(file, { share }).done;
}

/** Runs a command until the proxy holds a download after some bytes, then kills it. */
async function interrupt(words: readonly string[], isHeld: (path: string) => boolean) {
  proxy.forget();
  proxy.setFault(({ path }) => (isHeld(path) ? { holdAfterBytes: CUT_BYTES } : undefined));
  const child = user.start(words);
  const outcome = outcomeOf(child);
  await proxy.struck();
  const sizeOfPart = async () => {
    const names = await readdir(user.directory, { recursive: true });
    const part = names.find((name) => name.endsWith('.part'));
    return part === undefined ? 0 : (await readFile(local(part))).length;
  };
  await expect.poll(sizeOfPart, { timeout: 20_000 }).toBe(CUT_BYTES);
  child.kill('SIGKILL');
  await outcome;
  proxy.forget();
}

describe('satchel get of a bundle', () => {
  const FILES = { 'a.txt': 'a', 'deep/ä 海滩.txt': 'beach', 'deep/er/c?.txt': 'c', empty: '' };

  it('makes a folder with its title, and keeps the folders in it', async () => {
    const { id, link } = await makeBundle(FILES, { title: 'Summer/2026' });
    const outcome = await user.run(['get', link], { env: { SATCHEL_URL: '', SATCHEL_KEY: '' } });
    expect(outcome).toMatchObject({ exitCode: 0, stdout: '' });
    const names = (await readdir(local('Summer_2026'), { recursive: true })).toSorted();
    expect(names).toEqual(
      ['a.txt', 'deep', 'deep/er', 'deep/er/c_.txt', 'deep/ä 海滩.txt', 'empty'].toSorted(),
    );
    expect(await read('Summer_2026/deep/ä 海滩.txt')).toBe('beach');
    expect(await visitsOf(id)).toBe(1);
    expect(proxy.requests.filter(({ headers }) => headers.authorization)).toEqual([]);
  });

  it('adds nothing to a folder that it did not make, and replaces no file', async () => {
    const { id, link } = await makeBundle(FILES, { title: 'mine', max_views: 3 });
    await mkdir(local('mine'));
    expect(await user.run(['get', link])).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await readdir(local('mine'))).toEqual([]);
    expect(await visitsOf(id)).toBe(0);
    await writeFile(local('mine/a.txt'), 'my own text');
    const into = await user.run(['get', link, '-o', 'mine']);
    expect(into.exitCode).toBe(1);
    expect(into.stderr).toContain('a.txt');
    expect(await read('mine/a.txt')).toBe('my own text');
    expect(await read('mine/deep/er/c_.txt')).toBe('c');
    expect((await user.run(['get', '--force', link, '-o', 'mine'])).exitCode).toBe(0);
    expect(await read('mine/a.txt')).toBe('a');
  });

  it('tells that a file was replaced by one of the same size, and gets it on demand', async () => {
    const { id, link } = await makeBundle({ 'a.txt': 'old', 'b.txt': 'b' }, { title: 'renewed' });
    expect((await user.run(['get', link])).exitCode).toBe(0);
    expect((await user.run(['get', link, '-o', 'renewed'])).exitCode).toBe(0);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await utimes(local('renewed/a.txt'), anHourAgo, anHourAgo);
    await upload(id, 'a.txt', 'new');
    const again = await user.run(['get', link, '-o', 'renewed']);
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toContain('a.txt');
    expect(again.stderr).not.toContain('b.txt');
    expect((await user.run(['get', '--force', link, '-o', 'renewed'])).exitCode).toBe(0);
    expect(await read('renewed/a.txt')).toBe('new');
  });

  it('of one folder or one file gets no more than that', async () => {
    const { link } = await makeBundle(FILES);
    expect((await user.run(['get', `${link}?folder=deep`])).exitCode).toBe(0);
    expect((await readdir(local('deep'), { recursive: true })).toSorted()).toEqual(
      ['er', 'er/c_.txt', 'ä 海滩.txt'].toSorted(),
    );
    const file = `${link}?file=${encodeURIComponent('deep/ä 海滩.txt')}`;
    expect((await user.run(['get', file])).exitCode).toBe(0);
    expect(await read('ä 海滩.txt')).toBe('beach');
    expect(await user.run(['get', file, '-o', '-'])).toMatchObject({ stdout: 'beach' });
    expect(await user.run(['get', `${link}?file=none`])).toMatchObject({ exitCode: 4 });
  });

  it('keeps a file and the `.part` of a browser apart', async () => {
    const files = { 'film.mkv': 'whole film', 'film.mkv.part': 'half', 'a/x.part': 'x' };
    const { link } = await makeBundle(files, { title: 'films' });
    expect((await user.run(['get', link])).exitCode).toBe(0);
    const read = await Promise.all(
      Object.keys(files).map((path) => readFile(local(`films/${path}`), 'utf8')),
    );
    expect(read).toEqual(Object.values(files));
  });

  it('asks for the password once', async () => {
    const { id, link } = await makeBundle(FILES, { password: 'sesame', title: 'locked' });
    expect(await user.run(['get', link, '-p', 'wrong'])).toMatchObject({ exitCode: 5 });
    const asked = await runInTerminal(user, ['get', link], [['Password', 'sesame\r']]);
    expect(asked.exitCode).toBe(0);
    expect(await read('locked/a.txt')).toBe('a');
    expect(await visitsOf(id)).toBe(1);
  });

  it('of a folder of a mount gets what is in it now', async () => {
    const put = (path: string, content: string) =>
      server.admin.fs.write({ body: { path: `/files/live/${path}`, content } });
    await put('one.txt', 'one');
    const body = { path: '/files/live/', title: 'live' };
    const { slug } = await server.admin.bundles.create({ body });
    await put('deep/two.txt', 'two');
    expect(await user.run(['get', `${proxy.url}/share/${slug}`])).toMatchObject({ exitCode: 0 });
    expect([await read('live/one.txt'), await read('live/deep/two.txt')]).toEqual(['one', 'two']);
  });

  it('of one that is still being uploaded says so, and later gets the rest', async () => {
    const { id, slug } = await server.admin.bundles.create({ body: { title: 'growing' } });
    await upload(id, 'first.txt', 'first');
    const link = `${proxy.url}/share/${slug}`;
    const first = await user.run(['get', link]);
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.stderr).toContain('still uploading');
    await upload(id, 'second.txt', 'second');
    await server.admin.bundles.complete({ params: { id } });
    const second = await user.run(['get', link]);
    expect(second).toMatchObject({ exitCode: 0 });
    expect(second.stderr).not.toContain('still uploading');
    expect([await read('growing/first.txt'), await read('growing/second.txt')]).toEqual([
      'first',
      'second',
    ]);
  });

  it('resumes after SIGKILL in the middle of a file, and costs no second visit', async () => {
    const large = randomBytes(SIZE_BYTES);
    const files = { 'a.txt': 'a', 'deep/large.bin': large };
    const { id, slug, link } = await makeBundle(files, { title: 'once', max_views: 1 });
    await interrupt(['get', link], (path) => path.endsWith('/large.bin'));
    expect(await user.run(['get', link])).toMatchObject({ exitCode: 0 });
    const downloads = proxy.requests.filter(({ path }) => path.includes('/bundle-file/'));
    expect(downloads.map(({ path, headers }) => [path, headers.range])).toEqual([
      [`/api/bundle-file/${slug}/deep/large.bin`, `bytes=${CUT_BYTES}-`],
    ]);
    expect((await readFile(local('once/deep/large.bin'))).equals(large)).toBe(true);
    expect(await readdir(join(user.stateDirectory, 'visits'))).toEqual([]);
    expect(await visitsOf(id)).toBe(1);
    expect(await user.run(['get', link, '-o', 'again'])).toMatchObject({ exitCode: 4 });
  });
});

describe('satchel get --zip', () => {
  it('resumes an archive of everything, or of a folder', async () => {
    const large = randomBytes(SIZE_BYTES);
    const files = { 'a.txt': 'a', 'deep/large.bin': large };
    const { id, link } = await makeBundle(files, { title: 'all', max_views: 2 });
    const words = ['get', '--zip', link];
    await interrupt(words, (path) => path.includes('/bundle-archive/'));
    expect(await user.run(words)).toMatchObject({ exitCode: 0 });
    const [again] = proxy.requests.filter(({ path }) => path.includes('/bundle-archive/'));
    expect(again?.headers.range).toBe(`bytes=${CUT_BYTES}-`);
    await promisify(execFile)('python3', ['-m', 'zipfile', '-e', local('all.zip'), local('all')]);
    expect((await readFile(local('all/deep/large.bin'))).equals(large)).toBe(true);
    expect(await visitsOf(id)).toBe(1);
    const folder = ['get', '-z', `${link}?folder=deep`];
    expect((await user.run(folder)).exitCode).toBe(0);
    expect(await isThere('deep.zip')).toBe(true);
  });

  it('is needed for the standard output', async () => {
    const { link } = await makeBundle({ 'a.txt': 'content of a' });
    expect(await user.run(['get', link, '-o', '-'])).toMatchObject({ exitCode: 2, stdout: '' });
    const { exitCode, stdout } = await user.run(['get', link, '--zip', '-o', '-']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^PK[\s\S]*content of a/);
  });
});

it.each([
  '../outside.txt',
  'a/../../outside.txt',
  '/outside.txt',
  'a//outside.txt',
  'C:\\outside.txt',
  'a\\..\\outside.txt',
  'bell\u0007.txt',
  '.',
])('a file of a hostile server called %j is not written, and the others are', async (path) => {
  const items = [path, 'good.txt'].map((each) => ({
    ...{ name: each, path: each, isDirectory: false, size: 4, mimetype: 'text/plain' },
    ...{ type: 0, typeName: 'text', modified: new Date().toISOString(), state: 'stored', sent: 4 },
  }));
  const hostile = createServer(({ url = '' }, response) => {
    if (url.includes('/bundle-file/')) return response.end('evil');
    response.setHeader('content-type', 'application/json');
    const data = url.includes('/items')
      ? { items, next_cursor: null }
      : { title: '../outside', state: 'complete', requires_password: false, grant: 'grant' };
    return response.end(JSON.stringify({ code: 200, success: true, data }));
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  const { port } = hostile.address() as AddressInfo;
  await mkdir(local('home'));
  const words = ['get', `http://127.0.0.1:${port}/share/x`, '-o', 'home/target'];
  const outcome = await user.run(words);
  const byTitle = await user.run(['get', `http://127.0.0.1:${port}/share/x`]);
  hostile.closeAllConnections();
  hostile.close();
  expect(outcome.exitCode).toBe(1);
  expect(byTitle.exitCode).toBe(1);
  const names = await readdir(user.directory, { recursive: true });
  expect(names.filter((name) => !/^\.(state|config)/.test(name)).toSorted()).toEqual([
    '_outside',
    '_outside/good.txt',
    'home',
    'home/target',
    'home/target/good.txt',
  ]);
  expect(await isThere('../outside.txt')).toBe(false);
});
