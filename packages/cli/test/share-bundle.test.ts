import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from './run-cli.ts';
import { proxy, server, setScene, user } from './scene.ts';

const PART_BYTES = 5 * 1024 * 1024;

setScene('proxy');

const write = async (name: string, content: string | Uint8Array) => {
  await mkdir(join(user.directory, name, '..'), { recursive: true });
  await writeFile(join(user.directory, name), content);
};
const slugOf = (link: string) => link.trim().split('/').at(-1) ?? '';

/** Bundle of a link, and the contents of its files by their paths. */
async function readBundle(link: string, password?: string) {
  const params = { slug: slugOf(link) };
  const bundle = await (password === undefined
    ? server.admin.bundles.view({ params })
    : server.admin.bundles.unlock({ params, body: { password } }));
  const query = { grant: bundle.grant };
  const files: Record<string, string> = {};
  const read = async (folder: string): Promise<void> => {
    const page = await server.admin.bundles.items({ params, query: { ...query, path: folder } });
    for (const { path, isDirectory } of page.items) {
      if (isDirectory) await read(path);
      else
        files[path] = await (await server.admin.bundles.readFile({ params, path, query })).text();
    }
  };
  await read('');
  return { bundle, files };
}

async function bundlesCount(): Promise<number> {
  return (await server.admin.bundles.list()).data.pagination.total;
}

describe('satchel share of several paths', () => {
  it('prints one link to all files, which keep their folders', async () => {
    await write('photos/2026/ä 海滩.jpg', 'beach');
    await write('photos/a.jpg', 'a');
    await write('notes.txt', 'notes');
    const outcome = await user.run(['share', 'photos/', 'notes.txt', '--title', 'Summer']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/share\/[\w-]+\n$/);
    const { bundle, files } = await readBundle(outcome.stdout);
    expect(bundle).toMatchObject({ state: 'complete', title: 'Summer', coming_count: 0 });
    expect(files).toEqual({
      'photos/2026/ä 海滩.jpg': 'beach',
      'photos/a.jpg': 'a',
      'notes.txt': 'notes',
    });
  });

  it('of a single folder has its name as title, and its contents at the top', async () => {
    await write('photos/2026/b.jpg', 'b');
    await write('photos/a.jpg', 'a');
    await write('outside.txt', 'outside');
    await mkdir(join(user.directory, 'photos/empty'));
    await symlink('../outside.txt', join(user.directory, 'photos/link'));
    await promisify(execFile)('mkfifo', [join(user.directory, 'photos/pipe')]);
    const outcome = await user.run(['share', 'photos', '--json']);
    expect(outcome.exitCode).toBe(0);
    expect(outcome.stderr).toContain('photos/link');
    expect(outcome.stderr).toContain('photos/pipe');
    const { title, share_url } = JSON.parse(outcome.stdout);
    expect(title).toBe('photos');
    expect((await readBundle(share_url)).files).toEqual({ '2026/b.jpg': 'b', 'a.jpg': 'a' });
  });

  it('of a single file is its own link, unless there is a message', async () => {
    await write('report.pdf', 'report');
    expect((await user.run(['share', 'report.pdf'])).stdout).toMatch(/\/file\/\w+\n$/);
    const words = ['share', 'report.pdf', '--message', 'As agreed', '--sender', 'Ada'];
    const { stdout } = await user.run([...words, '--views', '3', '--expires', '1d']);
    const { bundle, files } = await readBundle(stdout);
    expect(bundle).toMatchObject({ message: 'As agreed', sender: 'Ada', max_views: 3 });
    expect(bundle.expires_at).not.toBeNull();
    expect(files).toEqual({ 'report.pdf': 'report' });
  });

  it('prints the link before the bytes leave, and announces what is coming', async () => {
    await write('a.bin', randomBytes(100));
    await write('b.bin', randomBytes(200));
    proxy.setFault(({ query }) => (query.has('partNumber') ? 'hold' : undefined));
    const child = user.start(['share', 'a.bin', 'b.bin', '--slug', 'at-once']);
    const outcome = outcomeOf(child);
    await proxy.struck();
    const { bundle } = await readBundle('at-once');
    expect(bundle).toMatchObject({ state: 'receiving', coming_count: 2, coming_size: 300 });
    child.kill('SIGINT');
    const { exitCode, stdout, stderr } = await outcome;
    expect({ exitCode, slug: slugOf(stdout) }).toEqual({ exitCode: 130, slug: 'at-once' });
    expect(stderr).toContain(`--into ${stdout.trim()}`);
  });

  it('finds a path that is not there before it makes a link', async () => {
    await write('one.txt', 'one');
    await mkdir(join(user.directory, 'empty'));
    const before = await bundlesCount();
    expect(await user.run(['share', 'one.txt', 'none.txt'])).toMatchObject({
      exitCode: 4,
      stdout: '',
    });
    expect(await user.run(['share', 'empty'])).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await bundlesCount()).toBe(before);
  });

  it('refuses pipes and devices, of which it would send nothing', async () => {
    await write('one.txt', 'one');
    const before = await bundlesCount();
    const commands = [
      ['share', '/dev/null'],
      ['share', 'one.txt', '/dev/null'],
      ['share', 'file', '/dev/null'],
      ['cp', '/dev/null', ':/files/null.txt'],
    ];
    for (const words of commands) {
      const { exitCode, stdout, stderr } = await user.run(words);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toContain('This is not a regular file');
    }
    expect(await bundlesCount()).toBe(before);
  });

  it('leaves the link open where a file fails, and the same command then completes it', async () => {
    await write('good.txt', 'good');
    await write('bad.txt', 'bad');
    const words = ['share', 'good.txt', 'bad.txt', '--password', 'sesame'];
    proxy.setFault(({ path, query }, seen) => {
      const isOther = seen.some((each) => each.query.has('partNumber') && each.path !== path);
      return query.has('partNumber') && isOther ? 'drop' : undefined;
    });
    const first = await user.run(words);
    // The connection to the storage broke.
    expect(first.exitCode).toBe(6);
    expect(first.stderr).toMatch(/1 failed/);
    expect((await readBundle(first.stdout, 'sesame')).bundle.state).toBe('receiving');
    for (const { name, parentPath } of await readdir(user.stateDirectory, {
      recursive: true,
      withFileTypes: true,
    })) {
      const content = await readFile(join(parentPath, name), 'utf8').catch(() => '');
      expect(content).not.toContain('sesame');
    }
    proxy.forget();
    const second = await user.run(words);
    expect(second).toMatchObject({ exitCode: 0, stderr: '', stdout: first.stdout });
    const { bundle, files } = await readBundle(first.stdout, 'sesame');
    expect(bundle.state).toBe('complete');
    expect(files).toEqual({ 'good.txt': 'good', 'bad.txt': 'bad' });
    expect(proxy.takenParts()).toHaveLength(1);
    const third = await user.run(words);
    expect(third.stdout).not.toBe(first.stdout);
  });

  it('resumes after SIGKILL with the parts that are missing', async () => {
    const content = randomBytes(4 * PART_BYTES);
    await write('videos/long.mp4', content);
    await write('videos/short.txt', 'short');
    const words = ['share', 'videos', '--slug', 'resumed'];
    proxy.setFault(({ query }, seen) => {
      const parts = seen.filter((each) => each.query.has('partNumber'));
      return query.has('partNumber') && parts.length >= 3 ? 'hold' : undefined;
    });
    const child = user.start(words);
    const ended = outcomeOf(child);
    await proxy.struck();
    await expect.poll(() => proxy.takenParts().length, { timeout: 20_000 }).toBe(3);
    child.kill('SIGKILL');
    await ended;
    proxy.forget();
    expect(await user.run(words)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(proxy.takenParts().length).toBeLessThanOrEqual(2);
    const { bundle, files } = await readBundle('resumed');
    expect(bundle).toMatchObject({ state: 'complete', item_count: 2 });
    expect(Object.keys(files).toSorted()).toEqual(['long.mp4', 'short.txt']);
    expect(bundle.total_size).toBe(content.length + 5);
  });

  it('leaves no record of a file that an interrupted run had sent', async () => {
    await write('videos/long.mp4', randomBytes(2 * PART_BYTES));
    await write('videos/short.txt', 'short');
    const words = ['share', 'videos', '--slug', 'recorded'];
    // The server commits a file, and the program is killed before it hears of that.
    proxy.setFault(({ path }) => (path.endsWith('/commit') ? { holdAfterBytes: 1 } : undefined));
    const child = user.start(words);
    const ended = outcomeOf(child);
    await proxy.struck();
    child.kill('SIGKILL');
    await ended;
    proxy.forget();
    const uploads = join(user.stateDirectory, 'uploads');
    const [folder = ''] = await readdir(uploads);
    // A program that is killed while it writes a record also leaves its draft, which goes after a week.
    const records = async () =>
      (await readdir(join(uploads, folder))).filter((name) => name.endsWith('.json'));
    expect(await records()).not.toEqual([]);
    expect(await user.run(words)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await records()).toEqual([]);
  });
});

it.each(['coming', 'complete'])(
  'ends well although the first reply to /%s is lost',
  async (call) => {
    await write('a.txt', 'a');
    await write('b.txt', 'b');
    proxy.setFault(({ path }, seen) =>
      path.endsWith(`/${call}`) && !seen.some((request) => request.path === path)
        ? { cutAfterBytes: 1 }
        : undefined,
    );
    const { exitCode, stdout, stderr } = await user.run(['share', 'a.txt', 'b.txt']);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect((await readBundle(stdout)).bundle).toMatchObject({ state: 'complete' });
  },
);

describe('satchel share --into', () => {
  it('adds what is new, replaces what has changed, and sends nothing twice', async () => {
    await write('photos/same.txt', 'same');
    await write('photos/changed.txt', 'old');
    const { stdout: link } = await user.run(['share', 'photos']);
    await write('photos/changed.txt', 'changed');
    await write('photos/new/added.txt', 'added');
    proxy.forget();
    const outcome = await user.run(['share', '--into', link.trim(), 'photos']);
    expect(outcome).toEqual({ exitCode: 0, stderr: '', stdout: link });
    expect(proxy.takenParts()).toHaveLength(2);
    const { bundle, files } = await readBundle(link);
    expect(bundle.state).toBe('complete');
    expect(files).toEqual({
      'same.txt': 'same',
      'changed.txt': 'changed',
      'new/added.txt': 'added',
    });
  });

  it('refuses options of the link, and links of others', async () => {
    await write('one.txt', 'one');
    const { share_url } = await server.admin.bundles.create({ body: {} });
    const into = ['share', '--into', share_url, 'one.txt'];
    const env = { SATCHEL_URL: server.url };
    expect(await user.run([...into, '--title', 'New'], { env })).toMatchObject({ exitCode: 2 });
    expect(await user.run(into, { env })).toMatchObject({ exitCode: 4, stdout: '' });
    const noBundle = ['share', '--into', `${server.url}/file/x`, 'one.txt'];
    expect(await user.run(noBundle, { env })).toMatchObject({ exitCode: 2 });
  });
});

describe('satchel share of paths of mounts', () => {
  const put = (path: string, content: string) =>
    server.admin.fs.write({ body: { path: `/files/${path}`, content } });

  it('shares a folder as it is, one file in place, and several as one link', async () => {
    await put('trip/a.txt', 'a');
    await put('trip/deep/b.txt', 'b');
    const { stdout: live } = await user.run(['share', ':/files/trip', '--title', 'Trip']);
    await put('trip/later.txt', 'later');
    const shared = await readBundle(live);
    expect(shared.bundle).toMatchObject({ is_folder: true, title: 'Trip' });
    expect(Object.keys(shared.files).toSorted()).toEqual(['a.txt', 'deep/b.txt', 'later.txt']);
    expect((await user.run(['share', ':/files/trip/a.txt'])).stdout).toMatch(/\/file\/\w+\n$/);
    await write('mine.txt', 'mine');
    const sharesCount = async () => (await server.admin.fileShares.list()).data.pagination.total;
    const before = await sharesCount();
    proxy.forget();
    proxy.setFault(({ path }, seen) =>
      path.endsWith('/create-share') && !seen.some((request) => request.path === path)
        ? 'lose'
        : undefined,
    );
    expect(await user.run(['share', ':/files/trip/a.txt'])).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    expect(await sharesCount(), 'one link, although the first reply was lost').toBe(before + 1);
    const { stdout: mixed } = await user.run(['share', ':/files/trip/a.txt', 'mine.txt']);
    expect((await readBundle(mixed)).files).toEqual({ 'a.txt': 'a', 'mine.txt': 'mine' });
    expect(await user.run(['share', ':/files/none'])).toMatchObject({ exitCode: 4, stdout: '' });
  });
});

it('a file called like a subcommand is shared by its path', async () => {
  await write('text', 'a file');
  await write('file', 'another');
  const { stdout } = await user.run(['share', './text', './file']);
  expect((await readBundle(stdout)).files).toEqual({ text: 'a file', file: 'another' });
  await rm(join(user.directory, 'text'));
});
