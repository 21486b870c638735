import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from './run-cli.ts';
import { proxy, server, setScene, user } from './scene.ts';
import { runInTerminal } from './terminal.ts';

const SIZE_BYTES = 8_000_000;
const CUT_BYTES = 3_000_000;

setScene('proxy');

const local = (name: string) => join(user.directory, name);
const read = (name: string) => readFile(local(name));
const isThere = (name: string) =>
  access(local(name)).then(
    () => true,
    () => false,
  );

async function shareFile(
  content: Uint8Array<ArrayBuffer>,
  options: Record<string, string | number> = {},
) {
  const share = await server.admin.fileShares.upload(new File([content], 'report.pdf'), {
    share: options,
  }).done;
  return { link: `${proxy.url}/file/${share.slug}`, slug: share.slug };
}

async function viewsOf(slug: string): Promise<number> {
  const { files } = (await server.admin.fileShares.list()).data;
  return files.find((file) => file.slug === slug)?.views ?? -1;
}

/** Whether a request downloads bytes of a file, in any of the ways. */
const isDownload = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && /^\/s3\/|\/fs\/download|\/file-download\//.test(path);
const isWhole = ({ headers }: { headers: Record<string, unknown> }) =>
  headers.range !== 'bytes=0-0';

it('takes an address of another kind for no path of a mount', async () => {
  const outcome = await user.run(['get', 'ftp://share.example.org/file/x']);
  expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
  expect(outcome.stderr).toContain('This is not the link of a share: ftp://');
});

describe('satchel get of a share', () => {
  it.skipIf(process.platform === 'win32')(
    'writes into a pipe instead of replacing it',
    async () => {
      const { link } = await shareFile(Buffer.from('report'));
      execFileSync('mkfifo', [local('pipe')]);
      const reader = spawn('cat', [local('pipe')]);
      const content = text(reader.stdout);
      expect(await user.run(['get', link, '-o', 'pipe'])).toMatchObject({ exitCode: 0 });
      const isPipe = (await stat(local('pipe'))).isFIFO();
      if (!isPipe) reader.kill();
      expect([isPipe, await content]).toEqual([true, 'report']);
    },
  );

  // root may write into every folder.
  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'fails in a read-only folder before it uses up the view',
    async () => {
      const { link, slug } = await shareFile(Buffer.from('report'));
      await mkdir(local('read-only'), { mode: 0o500 });
      const outcome = await user.run(['get', link, '-o', 'read-only/report.pdf']);
      expect(await viewsOf(slug)).toBe(0);
      expect(outcome).toMatchObject({
        exitCode: 1,
        stderr: 'satchel: You may not read or write this file: read-only\n',
      });
    },
  );

  it('saves a file under its own name, and asks for no log-in', async () => {
    const content = randomBytes(SIZE_BYTES);
    const { link } = await shareFile(content);
    const outcome = await user.run(['get', link], { env: { SATCHEL_URL: '', SATCHEL_KEY: '' } });
    expect(outcome).toMatchObject({ exitCode: 0, stdout: '' });
    expect((await read('report.pdf')).equals(content)).toBe(true);
    expect((await readdir(user.directory)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('sends no key to the server of a link', async () => {
    const { link } = await shareFile(randomBytes(10));
    expect((await user.run(['get', link])).exitCode).toBe(0);
    expect(proxy.requests.length).toBeGreaterThan(1);
    expect(proxy.requests.filter(({ headers }) => headers.authorization)).toEqual([]);
  });

  it('writes where it is told: a file, a directory, the standard output', async () => {
    const { link } = await shareFile(Buffer.from('report'));
    await mkdir(local('there'));
    await writeFile(local('old.pdf'), 'old');
    await user.run(['get', link, '-o', 'old.pdf']);
    await user.run(['get', link, '-o', 'there']);
    expect(await user.run(['get', link, '-o', '-'])).toMatchObject({
      stdout: 'report',
      stderr: '',
    });
    expect([String(await read('old.pdf')), String(await read('there/report.pdf'))]).toEqual([
      'report',
      'report',
    ]);
    expect(await user.run(['get', link, '-o', 'none/x'])).toMatchObject({ exitCode: 4 });
  });

  it('replaces no file whose name it did not get from the user', async () => {
    const { link } = await shareFile(Buffer.from('theirs'));
    await writeFile(local('report.pdf'), 'mine');
    const outcome = await user.run(['get', link]);
    expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
    expect(String(await read('report.pdf'))).toBe('mine');
    expect((await user.run(['get', '--force', link])).exitCode).toBe(0);
    expect(String(await read('report.pdf'))).toBe('theirs');
  });

  it('prints a text', async () => {
    const { slug } = await server.admin.textShares.create({ body: { content: 'línea\n' } });
    const outcome = await user.run(['get', `${proxy.url}/paste/${slug}`]);
    expect(outcome).toEqual({ exitCode: 0, stdout: 'línea\n', stderr: '' });
  });

  it('shows a text on a terminal without its escape sequences', async () => {
    const content = 'one\r\n\ttwo \x1b]52;c;cHduZWQ=\x07 \x1b[2Jthree\u202e\n';
    const { slug } = await server.admin.textShares.create({ body: { content } });
    const link = `${proxy.url}/paste/${slug}`;
    const shown = await runInTerminal(user, ['get', link], []);
    expect(shown.stdout).toContain('\ttwo ?]52;c;cHduZWQ=? ?[2Jthree?');
    expect((await user.run(['get', link])).stdout).toBe(content);
  });

  it('takes the password by option, from the environment, or asks for it', async () => {
    const { link } = await shareFile(Buffer.from('locked'), { password: 'sesame' });
    const toOutput = ['get', link, '-o', '-'];
    expect(await user.run([...toOutput, '-p', 'sesame'])).toMatchObject({ stdout: 'locked' });
    expect(await user.run(toOutput, { env: { SATCHEL_SHARE_PASSWORD: 'sesame' } })).toMatchObject({
      stdout: 'locked',
    });
    const asked = await runInTerminal(user, toOutput, [['Password', 'sesame\r']]);
    expect(asked.exitCode).toBe(0);
    expect(asked.stdout).toContain('locked');
    expect(asked.stdout).not.toContain('sesame');
    expect(await user.run([...toOutput, '-p', 'wrong'])).toMatchObject({ exitCode: 5, stdout: '' });
  });

  it('says how to copy a folder of a mount, and a mount', async () => {
    await server.admin.fs.mkdir({ body: { path: '/files/folder' } });
    for (const path of ['/files/folder', '/files']) {
      const run = await user.run(['get', path]);
      expect([run.exitCode, run.stderr]).toEqual([
        1,
        `satchel: This is a folder; copy it with: satchel cp -r :${path} .\n`,
      ]);
    }
    expect(await user.run(['get', '/files/none'])).toMatchObject({ exitCode: 4 });
    expect((await readdir(user.directory)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('ends with 4 where there is no such share, or none any more', async () => {
    const { slug } = await shareFile(Buffer.from('once'), { max_views: 1 });
    const link = `${proxy.url}/file/${slug}`;
    expect(await user.run(['get', link, '-o', '-'])).toMatchObject({ exitCode: 0 });
    expect(await user.run(['get', link, '-o', '-'])).toMatchObject({ exitCode: 4, stdout: '' });
    expect(await user.run(['get', `${proxy.url}/paste/none`])).toMatchObject({ exitCode: 4 });
    expect(await user.run(['get', `${proxy.url}/settings`])).toMatchObject({ exitCode: 2 });
  });
});

describe('a download that is ended by SIGKILL', () => {
  async function interrupt(words: readonly string[], signal: NodeJS.Signals = 'SIGKILL') {
    proxy.forget();
    proxy.setFault((request) => {
      if (!isDownload(request) || !isWhole(request)) return undefined;
      return { holdAfterBytes: CUT_BYTES };
    });
    const child = user.start(words);
    const outcome = outcomeOf(child);
    await proxy.struck();
    const sizeOfPart = async () => {
      const part = (await readdir(user.directory)).find((name) => name.endsWith('.part'));
      return part === undefined ? 0 : (await read(part)).length;
    };
    await expect.poll(sizeOfPart, { timeout: 20_000 }).toBe(CUT_BYTES);
    child.kill(signal);
    const ended = await outcome;
    proxy.forget();
    return ended;
  }
  const rangesSent = () =>
    proxy.requests
      .filter((each) => isDownload(each) && isWhole(each))
      .map(({ headers }) => headers.range);

  it('says after Ctrl C how it goes on', async () => {
    const content = randomBytes(SIZE_BYTES);
    await server.admin.fs.upload('/files/', new File([content], 'ctrl-c.bin')).done;
    const { exitCode, stderr } = await interrupt(['get', '/files/ctrl-c.bin'], 'SIGINT');
    expect(exitCode).toBe(130);
    expect(stderr).toContain('continue with the same command');
    expect(await user.run(['get', '/files/ctrl-c.bin'])).toMatchObject({ exitCode: 0 });
    expect((await read('ctrl-c.bin')).equals(content)).toBe(true);
  });

  it('goes on where it was, of a mount', async () => {
    const content = randomBytes(SIZE_BYTES);
    await server.admin.fs.upload('/files/', new File([content], 'get.bin')).done;
    await interrupt(['get', '/files/get.bin']);
    expect(await isThere('get.bin')).toBe(false);
    expect(await user.run(['get', '/files/get.bin'])).toMatchObject({ exitCode: 0 });
    expect(rangesSent()).toEqual([`bytes=${CUT_BYTES}-`]);
    expect((await read('get.bin')).equals(content)).toBe(true);
    const names = await readdir(user.directory);
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await readdir(join(user.stateDirectory, 'downloads'))).toEqual([]);
  });

  it.each([
    ['one that may be viewed once', { max_views: 1 }],
    ['one with a password', { password: 'sesame', max_views: 1 }],
  ])('goes on with %s, which costs no second view', async (_title, options) => {
    const content = randomBytes(SIZE_BYTES);
    const { link, slug } = await shareFile(content, options);
    await interrupt(['get', link, '-p', 'sesame']);
    expect(await user.run(['get', link])).toMatchObject({ exitCode: 0 });
    expect(rangesSent()).toEqual([`bytes=${CUT_BYTES}-`]);
    expect((await read('report.pdf')).equals(content)).toBe(true);
    expect([-1, 1]).toContain(await viewsOf(slug));
  });

  it('goes on where the server is busy for a moment', async () => {
    const content = randomBytes(SIZE_BYTES);
    const { link } = await shareFile(content, { max_views: 1 });
    await interrupt(['get', link]);
    let refusals = 0;
    proxy.setFault((request) => {
      if (!isDownload(request) || refusals === 2) return undefined;
      refusals += 1;
      return { status: 503 };
    });
    expect(await user.run(['get', link])).toMatchObject({ exitCode: 0 });
    expect(refusals).toBe(2);
    expect((await read('report.pdf')).equals(content)).toBe(true);
  });

  it('begins anew where the file has changed meanwhile', async () => {
    await server.admin.fs.upload('/files/', new File([randomBytes(SIZE_BYTES)], 'new.bin')).done;
    await interrupt(['get', '/files/new.bin']);
    const content = randomBytes(SIZE_BYTES);
    await server.admin.fs.upload('/files/', new File([content], 'new.bin')).done;
    expect(await user.run(['get', '/files/new.bin'])).toMatchObject({ exitCode: 0 });
    expect((await read('new.bin')).equals(content)).toBe(true);
  });
});

it('a download whose connection breaks goes on by itself', async () => {
  const content = randomBytes(SIZE_BYTES);
  await server.admin.fs.upload('/files/', new File([content], 'cut.bin')).done;
  let cuts = 0;
  proxy.setFault((request) => {
    if (!isDownload(request) || cuts === 2) return undefined;
    cuts += 1;
    return { cutAfterBytes: 1_000_000 };
  });
  expect(await user.run(['get', '/files/cut.bin'])).toMatchObject({ exitCode: 0 });
  expect(cuts).toBe(2);
  expect((await read('cut.bin')).equals(content)).toBe(true);
});

it('a download over a connection that brings nothing ends with 6', async () => {
  await server.admin.fs.upload('/files/', new File(['nothing'], 'none.bin')).done;
  proxy.setFault((request) => (isDownload(request) ? 'drop' : undefined));
  expect(await user.run(['get', '/files/none.bin'])).toMatchObject({ exitCode: 6 });
  expect(await isThere('none.bin')).toBe(false);
});
