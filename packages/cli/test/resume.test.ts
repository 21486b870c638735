import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from './counting-proxy.ts';
import { outcomeOf } from './run-cli.ts';
import { proxy, server, setScene, user } from './scene.ts';

const PART_BYTES = 5 * 1024 * 1024;
const PARTS = 6;

setScene('proxy');

const allParts = Array.from({ length: PARTS }, (_, index) => index + 1);

/** Writes a file of six parts, with a shorter last one. */
async function writeLargeFile(name: string): Promise<Buffer> {
  const content = randomBytes(PARTS * PART_BYTES - 1234);
  await writeFile(join(user.directory, name), content);
  return content;
}

/**
 * Runs a command until the storage has three parts, a fourth is in transit and `isReady` resolves, then kills it.
 */
async function interrupt(
  words: readonly string[],
  signal: NodeJS.Signals,
  isReady: () => Promise<unknown> = async () => undefined,
) {
  proxy.forget();
  proxy.setFault(({ query }, seen) =>
    query.has('partNumber') && seen.filter((each) => each.query.has('partNumber')).length >= 3
      ? 'hold'
      : undefined,
  );
  const child = user.start(words);
  const outcome = outcomeOf(child);
  await proxy.struck();
  await expect.poll(() => proxy.takenParts().length, { timeout: 30_000 }).toBe(3);
  await isReady();
  child.kill(signal);
  return { outcome: await outcome, taken: proxy.takenParts() };
}

async function runAgain(words: readonly string[]) {
  proxy.forget();
  const outcome = await user.run(words);
  return { outcome, sent: proxy.takenParts() };
}

describe.each([
  ['SIGKILL', 'SIGKILL'],
  ['Ctrl C', 130],
] as const)('an upload that is ended by %s', (name, ended) => {
  const signal = name === 'SIGKILL' ? 'SIGKILL' : 'SIGINT';

  it('as a share, goes on with the parts that are missing', async () => {
    const content = await writeLargeFile('video.mp4');
    const words = ['share', 'file', 'video.mp4', '--slug', `resumed-${signal}`];
    const { outcome: first, taken } = await interrupt(words, signal);
    expect(first).toMatchObject({ exitCode: ended, stdout: '' });
    const { outcome, sent } = await runAgain(words);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(sent).toEqual(allParts.filter((number) => !taken.includes(number)));
    const reply = await server.admin.fileShares.download({ params: { slug: `resumed-${signal}` } });
    expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true);
  });

  it('into a mount, goes on with the parts that are missing', async () => {
    const content = await writeLargeFile('video.mp4');
    const words = ['cp', 'video.mp4', `:/files/${signal}/`];
    const { outcome: first, taken } = await interrupt(words, signal);
    expect(first.exitCode).toBe(ended);
    // After SIGKILL nothing can be printed.
    expect(first.stderr.includes('continue with the same command')).toBe(signal === 'SIGINT');
    const { outcome, sent } = await runAgain(words);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(sent).toEqual(allParts.filter((number) => !taken.includes(number)));
    const query = { path: `/files/${signal}/video.mp4` };
    const reply = await server.admin.fs.download({ query });
    expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true);
  });
});

describe('what is kept of an interrupted upload', () => {
  it('is gone when the upload is done', async () => {
    await writeLargeFile('video.mp4');
    const words = ['share', 'file', 'video.mp4'];
    await interrupt(words, 'SIGKILL');
    const uploads = join(user.stateDirectory, 'uploads');
    const [folder = ''] = await readdir(uploads);
    const [record = ''] = await readdir(join(uploads, folder));
    expect((await stat(join(uploads, folder, record))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(uploads, folder, record), 'utf8')).not.toContain(server.key);
    await runAgain(words);
    expect(await readdir(join(uploads, folder))).toEqual([]);
  });

  it('is of no use for a file that has changed since', async () => {
    await writeLargeFile('video.mp4');
    await interrupt(['cp', 'video.mp4', ':/files/changed.mp4'], 'SIGKILL');
    const content = await writeLargeFile('video.mp4');
    const inAnHour = Date.now() / 1000 + 3600;
    await utimes(join(user.directory, 'video.mp4'), inAnHour, inAnHour);
    const { outcome, sent } = await runAgain(['cp', 'video.mp4', ':/files/changed.mp4']);
    expect(outcome.exitCode).toBe(0);
    expect(sent).toEqual(allParts);
    const reply = await server.admin.fs.download({ query: { path: '/files/changed.mp4' } });
    expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true);
  });

  it('is nothing where the share has a password, which begins anew', async () => {
    await writeLargeFile('video.mp4');
    const words = ['share', 'file', 'video.mp4', '--password', 'kept-nowhere'];
    await interrupt(words, 'SIGKILL');
    for (const entry of await readdir(user.stateDirectory, {
      recursive: true,
      withFileTypes: true,
    })) {
      if (!entry.isFile()) continue;
      expect(await readFile(join(entry.parentPath, entry.name), 'utf8')).not.toContain(
        'kept-nowhere',
      );
    }
    const { outcome, sent } = await runAgain(words);
    expect(outcome.exitCode).toBe(0);
    expect(sent).toEqual(allParts);
  });

  it('is removed from the server by Ctrl C where it can not be gone on with', async () => {
    await writeLargeFile('video.mp4');
    const words = ['share', 'file', 'video.mp4', '--slug', 'again', '--password', 'sesame'];
    expect((await interrupt(words, 'SIGINT')).outcome.exitCode).toBe(130);
    const { outcome } = await runAgain(words);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

/** Runs a copy on the server whose request, or the reply to it, is lost. */
function runWithFault(words: readonly string[], fault: Fault) {
  proxy.setFault(({ path }) => (path.endsWith('/batch-copy') ? fault : undefined));
  return user.run(words);
}

async function putFiles(...paths: string[]) {
  for (const path of paths) await server.admin.fs.write({ body: { path, content: path } });
}

const namesAt = async (path: string) =>
  (await server.admin.fs.list({ query: { path } })).items.map(({ name }) => name).toSorted();

describe('cp -r that is ended by Ctrl C after it has created its target', () => {
  it('goes on in the same folder of a mount, and is copied into it once it is done', async () => {
    await mkdir(join(user.directory, 'photos'));
    await writeFile(join(user.directory, 'photos/a.txt'), 'a');
    await writeLargeFile('photos/video.mp4');
    const words = ['cp', '-r', 'photos', ':/files/2026'];
    const isThere = () =>
      expect
        .poll(() => namesAt('/files/2026/').catch(() => []), { timeout: 30_000 })
        .toEqual(['a.txt']);
    expect((await interrupt(words, 'SIGINT', isThere)).outcome.exitCode).toBe(130);
    expect((await runAgain(words)).outcome.exitCode).toBe(0);
    expect(await namesAt('/files/2026/')).toEqual(['a.txt', 'video.mp4']);
    expect((await runAgain(words)).outcome.exitCode).toBe(0);
    expect(await namesAt('/files/2026/')).toEqual(['a.txt', 'photos', 'video.mp4']);
  });

  it('goes on in the same folder from mount to mount', async () => {
    await putFiles('/files/albums/a.txt', '/files/albums/b.txt');
    const words = ['cp', '-r', ':/files/albums', ':/files/copies'];
    proxy.setFault(({ path, method }) =>
      method === 'POST' && path.includes('copy') ? 'hold' : undefined,
    );
    const child = user.start(words);
    const outcome = outcomeOf(child);
    await proxy.struck();
    await server.admin.fs.write({ body: { path: '/files/copies/a.txt', content: 'copied' } });
    child.kill('SIGINT');
    expect((await outcome).exitCode).toBe(130);
    expect((await runAgain(words)).outcome.exitCode).toBe(0);
    expect(await namesAt('/files/copies/')).toEqual(['a.txt', 'b.txt']);
    const all = await namesAt('/files/');
    expect(all.filter((name) => name.startsWith('copies'))).toHaveLength(1);
  });

  it.each([
    ['a file', ':/files/new/a.txt', ':/files/into/', ['a.txt', 'old.txt']],
    ['a file under another name', ':/files/new/a.txt', ':/files/into/b.txt', ['b.txt', 'old.txt']],
    ['a folder', ':/files/new', ':/files/into/', ['new', 'old.txt']],
    ['a folder without a slash', ':/files/new', ':/files/into', ['new', 'old.txt']],
  ])(
    'makes one copy of %s into a folder when the first reply is lost',
    async (_, from, to, names) => {
      await putFiles('/files/new/a.txt', '/files/into/old.txt');
      const words = ['cp', '-r', from, to];
      expect(await runWithFault(words, { cutAfterBytes: 1 })).toMatchObject({ exitCode: 6 });
      expect((await runAgain(words)).outcome.exitCode).toBe(0);
      expect(await namesAt('/files/into/')).toEqual(names);
      // The next run of the command makes a second copy, which gets a number.
      expect((await runAgain(words)).outcome.exitCode).toBe(0);
      expect(await namesAt('/files/into/')).toHaveLength(3);
      await server.admin.fs.delete({ body: { paths: ['/files/new/', '/files/into/'] } });
    },
  );

  it('copies a file whose name was taken before, when the request is lost', async () => {
    await putFiles('/files/new/old.txt', '/files/into/old.txt');
    const words = ['cp', ':/files/new/old.txt', ':/files/into/'];
    expect(await runWithFault(words, 'drop')).toMatchObject({ exitCode: 6 });
    expect((await runAgain(words)).outcome.exitCode).toBe(0);
    expect(await namesAt('/files/into/')).toEqual(['old (1).txt', 'old.txt']);
  });

  it('goes on in the same folder of this computer, and is copied into it once it is done', async () => {
    const content = 'x'.repeat(100_000);
    await server.admin.fs.write({ body: { path: '/files/backup/a.txt', content } });
    const words = ['cp', '-r', ':/files/backup', 'restored'];
    proxy.setFault(({ path, query }) =>
      `${path} ${query.get('path')}`.endsWith('/a.txt') ? { holdAfterBytes: 10 } : undefined,
    );
    const child = user.start(words);
    const outcome = outcomeOf(child);
    await proxy.struck();
    child.kill('SIGINT');
    expect((await outcome).exitCode).toBe(130);
    const names = () => readdir(join(user.directory, 'restored'));
    expect((await runAgain(words)).outcome.exitCode).toBe(0);
    expect(await names()).toEqual(['a.txt']);
    expect((await runAgain(words)).outcome.exitCode).toBe(0);
    expect((await names()).toSorted()).toEqual(['a.txt', 'backup']);
  });
});

it('a second Ctrl C ends the program at once', async () => {
  await writeLargeFile('video.mp4');
  proxy.setFault(({ path, query }) =>
    query.has('partNumber') || path.endsWith('/abort') ? 'hold' : undefined,
  );
  const child = user.start(['share', 'file', 'video.mp4', '--password', 'sesame']);
  const outcome = outcomeOf(child);
  await proxy.struck();
  child.kill('SIGINT');
  await expect.poll(() => proxy.requests.some(({ path }) => path.endsWith('/abort'))).toBe(true);
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  expect((await outcome).exitCode).toBe(130);
});
