import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser, type User } from './run-cli.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { runInTerminal } from './terminal.ts';

let server: ServerProcess;
let user: User;
beforeAll(async () => {
  server = await startServer();
  user = await createUser({ SATCHEL_URL: server.url, SATCHEL_KEY: server.key });
});
afterAll(async () => {
  await user.remove();
  await server.stop();
});

const write = async (name: string, content: string | Uint8Array) => {
  await writeFile(join(user.directory, name), content);
  return name;
};
const slugOf = (link: string) => link.trim().split('/').at(-1) ?? '';
const textOf = async (link: string) => {
  const { content } = await server.admin.textShares.get({ params: { id: slugOf(link) } });
  return content;
};

describe('satchel share text', () => {
  it('prints the link and nothing else', async () => {
    const outcome = await user.run(['share', 'text', 'see you at 9']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/paste\/\w+\n$/);
    expect(await textOf(outcome.stdout)).toBe('see you at 9');
  });

  it.each([[[]], [['-']]])('reads a pipe to its end, with %j', async (words) => {
    const input = 'línea\n多行\n'.repeat(20_000);
    const outcome = await user.run(['share', 'text', ...words], { input });
    expect(outcome.exitCode).toBe(0);
    expect(await textOf(outcome.stdout)).toBe(input);
  });

  it('sets slug, password, end, views and title', async () => {
    const { stdout } = await user.run([
      ...['share', 'text', 'all options', '--slug', 'all-options', '--password', 'sesame'],
      ...['--expires', '1d', '--views', '3', '--title', 'A title', '--json'],
    ]);
    const reply = JSON.parse(stdout);
    expect(reply).toMatchObject({
      slug: 'all-options',
      share_url: `${server.url}/paste/all-options`,
      hasPassword: true,
      maxViews: 3,
      remark: 'A title',
    });
    const days = (Date.parse(reply.expiresAt) - Date.parse(reply.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(1, 2);
  });

  it('ends with the first Ctrl+C while a text is typed', async () => {
    const typed = [['type the text', '\u0003']] as const;
    const { exitCode, stdout } = await runInTerminal(user, ['share', 'text'], typed);
    expect(exitCode).toBe(130);
    expect(stdout).toContain('interrupted');
  });

  it('refuses what is no text or too much of it, without an end of it in sight', async () => {
    const binary = await user.run(['share', 'text'], { input: randomBytes(1000) });
    expect(binary).toMatchObject({ exitCode: 2, stdout: '' });
    const large = await user.run(['share', 'text'], { input: Buffer.alloc(20_000_000, 'a') });
    expect(large).toMatchObject({ exitCode: 1, stdout: '' });
    expect(large.stderr).toContain('10 MiB');
    expect(await user.run(['share', 'text', ''])).toMatchObject({ exitCode: 1, stdout: '' });
  });
});

describe('satchel share file', () => {
  it('prints a link for each file, in the order in which they were named', async () => {
    const contents = [randomBytes(6_000_000), randomBytes(10), Buffer.alloc(0)];
    for (const [index, content] of contents.entries()) await write(`${index}.bin`, content);
    const outcome = await user.run(['share', 'file', '0.bin', '1.bin', '2.bin']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    const links = outcome.stdout.trim().split('\n');
    expect(links).toHaveLength(3);
    for (const [index, link] of links.entries()) {
      const reply = await server.admin.fileShares.download({ params: { slug: slugOf(link) } });
      expect(Buffer.from(await reply.arrayBuffer()).equals(contents[index] as Buffer)).toBe(true);
      expect(reply.headers.get('content-disposition')).toContain(`${index}.bin`);
    }
  });

  it('sets slug, password, end, views and title', async () => {
    await write('options.txt', 'options');
    const { stdout } = await user.run([
      ...['share', 'file', 'options.txt', '--slug', 'file-options', '--expires', '90m'],
      ...['--views', '2', '--title', 'A file', '--json'],
      ...['--password', 'sesame'],
    ]);
    const reply = JSON.parse(stdout);
    expect(reply).toMatchObject({
      slug: 'file-options',
      share_url: `${server.url}/file/file-options`,
      has_password: true,
      max_views: 2,
      remark: 'A file',
      filename: 'options.txt',
    });
    const hours = (Date.parse(reply.expires_at) - Date.parse(reply.created_at)) / 3_600_000;
    expect(hours).toBeCloseTo(1.5, 1);
  });

  it('takes the password from the environment, and writes it nowhere', async () => {
    await write('secret.txt', randomBytes(6_000_000));
    const password = 'only-in-the-environment';
    const outcome = await user.run(['share', 'file', 'secret.txt', '--json'], {
      env: { SATCHEL_SHARE_PASSWORD: password },
    });
    expect(JSON.parse(outcome.stdout).has_password).toBe(true);
    for (const path of await readdir(user.directory, { recursive: true, withFileTypes: true })) {
      if (!path.isFile()) continue;
      expect((await readFile(join(path.parentPath, path.name))).includes(password)).toBe(false);
    }
    expect(outcome.stdout + outcome.stderr).not.toContain(password);
  });

  it('shares the rest where one fails, and says which one did', async () => {
    await write('good.txt', 'good');
    const outcome = await user.run(['share', 'file', 'none.txt', 'good.txt', '.']);
    expect(outcome.exitCode).toBe(4);
    expect(outcome.stdout.trim().split('\n')).toHaveLength(1);
    expect(outcome.stderr).toContain('none.txt: There is no such file');
    expect(outcome.stderr).toContain('2 failed');
  });

  it.each([
    ['a folder', ['.'], 2],
    ['a file that is not there', ['none.txt'], 4],
    ['one slug for two files', ['a', 'b', '--slug', 's'], 2],
    ['a slug that the server refuses', ['one.txt', '--slug', 'no spaces'], 1],
    ['no file at all', [], 2],
  ])('refuses %s', async (_title, words, exitCode) => {
    await write('one.txt', 'one');
    expect(await user.run(['share', 'file', ...words])).toMatchObject({ exitCode, stdout: '' });
  });

  it('tells a slug that is taken from other failures, in words', async () => {
    await write('one.txt', 'one');
    await user.run(['share', 'file', 'one.txt', '--slug', 'taken']);
    const outcome = await user.run(['share', 'file', 'one.txt', '--slug', 'taken']);
    expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
    expect(outcome.stderr).toBe('satchel: The link suffix is already taken, please try another\n');
  });

  it('ends with 5 where the key may not share files', async () => {
    await write('one.txt', 'one');
    const env = { SATCHEL_KEY: await server.createKey(PERMISSION_FLAGS.text) };
    expect(await user.run(['share', 'file', 'one.txt'], { env })).toMatchObject({ exitCode: 5 });
    expect(await user.run(['share', 'text', 'text'], { env })).toMatchObject({ exitCode: 0 });
  });
});
