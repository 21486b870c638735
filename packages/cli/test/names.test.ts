import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outcomeOf } from './run-cli.ts';
import { proxy, server, setScene, user } from './scene.ts';
import { runInTerminal } from './terminal.ts';

const CUT_BYTES = 1_000_000;

setScene('proxy');

const local = (name: string) => join(user.directory, name);
const visible = (names: readonly string[]) =>
  names.filter((name) => !name.startsWith('.')).toSorted();

it('files whose names end like those of incomplete downloads keep their content', async () => {
  const contents = Object.fromEntries(
    ['a', 'a.satchel.part', 'a.satchel.part.satchel.part'].map((name) => [
      name,
      randomBytes(3_000_000),
    ]),
  );
  await mkdir(local('sent'));
  for (const [name, content] of Object.entries(contents)) {
    await writeFile(local(`sent/${name}`), content);
  }
  const { stdout } = await user.run(['share', 'sent']);
  const outcome = await user.run(['get', stdout.trim(), '-o', 'got']);
  expect(outcome.exitCode).toBe(0);
  expect((await readdir(local('got'))).toSorted()).toEqual(Object.keys(contents).toSorted());
  for (const [name, content] of Object.entries(contents)) {
    expect((await readFile(local(`got/${name}`))).equals(content)).toBe(true);
  }
});

it('two downloads to one file, both interrupted, are not mixed', async () => {
  const contents = [randomBytes(3_000_000), randomBytes(3_000_000)] as const;
  for (const [index, content] of contents.entries()) {
    await server.admin.fs.upload('/files/', new File([content], `${index}.bin`)).done;
  }
  const interrupt = async (words: readonly string[]) => {
    proxy.forget();
    proxy.setFault(({ method, path, headers }) => {
      const isDownload = method === 'GET' && /^\/s3\/|\/fs\/download/.test(path);
      return isDownload && headers.range !== 'bytes=0-0'
        ? { holdAfterBytes: CUT_BYTES }
        : undefined;
    });
    const child = user.start(words);
    const outcome = outcomeOf(child);
    await proxy.struck();
    const start = Date.now();
    const hasPart = async () => {
      const parts = (await readdir(user.directory)).filter((name) => name.endsWith('.part'));
      const found = await Promise.all(parts.map((name) => stat(local(name))));
      return found.some(({ size, mtimeMs }) => size === CUT_BYTES && mtimeMs > start - 2000);
    };
    await expect.poll(hasPart, { timeout: 20_000 }).toBe(true);
    child.kill('SIGKILL');
    await outcome;
    proxy.forget();
    // Tells the parts of the next download from those of this one.
    await new Promise((resolve) => setTimeout(resolve, 2100));
  };
  await interrupt(['get', '/files/0.bin', '-o', 'x']);
  await interrupt(['get', '/files/1.bin', '-o', 'x']);
  expect((await user.run(['get', '/files/0.bin', '-o', 'x'])).exitCode).toBe(0);
  expect((await readFile(local('x'))).equals(contents[0])).toBe(true);
});

it.each([
  ['ASCII', `${'n'.repeat(251)}.txt`],
  ['three bytes a character', `${'名'.repeat(83)}.txt.x`],
])('names of 255 bytes of %s are shared and downloaded', async (_title, name) => {
  expect(Buffer.byteLength(name)).toBe(255);
  await mkdir(local('sent'));
  await writeFile(local(`sent/${name}`), 'long');
  const { stdout } = await user.run(['share', 'sent']);
  expect(await user.run(['get', stdout.trim(), '-o', 'got'])).toMatchObject({ exitCode: 0 });
  expect(await readdir(local('got'))).toEqual([name]);
  expect(await user.run(['cp', `sent/${name}`, ':/files/long/'])).toMatchObject({ exitCode: 0 });
  expect(await user.run(['cp', '-r', ':/files/long', 'copy'])).toMatchObject({ exitCode: 0 });
  expect(await readFile(local(`copy/${name}`), 'utf8')).toBe('long');
});

const HOSTILE = 'name\nsatchel: saved as everything\u001b[2J\u0007\u202egpj';
const SHOWN = 'name?satchel: saved as everything?[2J??gpj';

it('a local name writes no control characters to the terminal', async () => {
  await mkdir(local('sent'));
  await writeFile(local('sent/plain.txt'), 'plain');
  await writeFile(local(`sent/${HOSTILE}`), 'hostile');
  await symlink('plain.txt', local(`sent/link ${HOSTILE}`));
  const copied = await runInTerminal(user, ['cp', '-r', 'sent', ':/files/control/'], []);
  expect(copied.exitCode).toBe(0);
  expect(copied.stdout).toContain(`sent/${SHOWN}`);
  expect(copied.stdout).toContain(`sent/link ${SHOWN}`);
  const missing = await runInTerminal(user, ['share', `missing ${HOSTILE}`], []);
  expect(missing.stdout).toContain(`missing ${SHOWN}`);
  for (const { stdout } of [copied, missing]) expect(controlsOf(stdout)).toEqual([]);
});

it('a name from a server writes no control characters to the terminal', async () => {
  const item = { name: HOSTILE, path: `/files/${HOSTILE}`, isDirectory: false, size: 1 };
  const items = [{ ...item, modified: new Date().toISOString() }];
  const hostile = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    const isListing = url.includes('/fs/list');
    if (!isListing) response.statusCode = 400;
    const failure = { success: false, code: 400, error: 'new.code', message: HOSTILE };
    const data = { items, next_cursor: null };
    response.end(JSON.stringify(isListing ? { code: 200, success: true, data } : failure));
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  const { port } = hostile.address() as AddressInfo;
  const env = { SATCHEL_URL: `http://127.0.0.1:${port}` };
  const listed = await runInTerminal(user, ['ls', '-l', '/files'], [], env);
  const piped = await user.run(['ls', '/files'], { env });
  const refused = await runInTerminal(user, ['get', '/files/a'], [], env);
  hostile.closeAllConnections();
  hostile.close();
  expect(listed.stdout).toContain(SHOWN);
  expect(controlsOf(listed.stdout)).toEqual([]);
  expect(listed.stdout.trim().split('\n')).toHaveLength(1);
  // Programs get the names as they are.
  expect(piped.stdout).toBe(`${HOSTILE}\n`);
  expect(refused.stdout).toContain(SHOWN);
  expect(controlsOf(refused.stdout)).toEqual([]);
  expect(visible(await readdir(user.directory))).toEqual([]);
});

/** Control characters of an output, without line breaks, colours and the progress line's own. */
function controlsOf(output: string): string[] {
  const own = ['\r', '\n', '\u001b[31m', '\u001b[39m', '\u001b[K'];
  const rest = own.reduce((text, each) => text.replaceAll(each, ''), output);
  return rest.match(/[\p{Cc}\u202a-\u202e]/gu) ?? [];
}
