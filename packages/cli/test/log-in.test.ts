import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN } from './run-cli.ts';
import { server, setScene, user } from './scene.ts';
import { ADMIN } from './server-process.ts';
import { converse, runInTerminal } from './terminal.ts';

setScene('none');

const kept = () => readFile(join(user.configDirectory, 'servers.json'), 'utf8');

describe('satchel login', () => {
  it('keeps the key in a file that only its owner may read', async () => {
    const outcome = await user.run(['login', server.url, '--key', server.key]);
    expect(outcome).toMatchObject({ exitCode: 0, stdout: '' });
    expect(outcome.stderr).toContain(`logged in to ${server.url}`);
    const path = join(user.configDirectory, 'servers.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(user.configDirectory)).mode & 0o777).toBe(0o700);
    expect(await readdir(user.configDirectory)).toEqual(['servers.json']);
    expect((await user.run(['whoami'])).exitCode).toBe(0);
  });

  it('reads the key from the standard input, so that it stands in no command line', async () => {
    for (const words of [['--key', '-'], []]) {
      const outcome = await user.run(['login', server.url, ...words], { input: `${server.key}\n` });
      expect(outcome).toMatchObject({ exitCode: 0 });
      expect(await kept()).toContain(server.key);
    }
  });

  it('takes spaces and a line break off the ends of a key', async () => {
    const login = await user.run(['login', server.url, '--key', `\ufeff${server.key}\r\n`]);
    expect(login.exitCode).toBe(0);
    const { servers } = JSON.parse(await kept());
    expect(servers[server.url].key).toBe(server.key);
    const env = { SATCHEL_URL: server.url, SATCHEL_KEY: ` ${server.key}\u00a0\n` };
    expect((await user.run(['whoami'], { env })).exitCode).toBe(0);
  });

  it.each(['one\ntwo', '钥匙'])(
    'says of %j that it is no key, not that the network has failed',
    async (key) => {
      const env = { SATCHEL_URL: server.url, SATCHEL_KEY: key };
      const expected = { exitCode: 3, stdout: '' };
      const outcomes = [
        await user.run(['login', server.url, '--key', key]),
        await user.run(['ls'], { env }),
      ];
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject(expected);
        expect(outcome.stderr).toContain('This is not an API key');
      }
    },
  );

  it('asks for the key at the terminal and does not show what is typed', async () => {
    const outcome = await runInTerminal(
      user,
      ['login', server.url],
      [['API key', `${server.key}\r`]],
    );
    expect(outcome.exitCode).toBe(0);
    expect(outcome.stdout).toContain('logged in');
    expect(outcome.stdout).not.toContain(server.key.slice(0, 12));
  });

  it('asks an administrator for name and password, and hides the password', async () => {
    const outcome = await runInTerminal(
      user,
      ['login', server.url],
      [
        ['API key', '\r'],
        ['Username', `${ADMIN.username}\r`],
        ['Password', `${ADMIN.password}\r`],
      ],
    );
    expect(outcome.exitCode).toBe(0);
    expect(outcome.stdout).toContain(ADMIN.username);
    expect(outcome.stdout).not.toContain(ADMIN.password);
    expect(await kept()).not.toContain(ADMIN.password);
    expect((await user.run(['whoami'])).stdout).toContain('administrator');
  });

  it('ends with 130 when the question is answered by Ctrl C or Ctrl D', async () => {
    for (const typed of ['\u0003', '\u0004']) {
      const outcome = await runInTerminal(user, ['login', server.url], [['API key', typed]]);
      expect(outcome.exitCode).toBe(130);
    }
    expect(await user.run(['whoami'])).toMatchObject({ exitCode: 3 });
  });

  it('keeps nothing of a key that the server refuses', async () => {
    const outcome = await user.run(['login', server.url, '--key', 'sk_nobody_has_this']);
    expect(outcome.exitCode).toBe(3);
    await expect(kept()).rejects.toThrow('ENOENT');
    const wrong = ['login', server.url, '--username', ADMIN.username];
    expect(await user.run(wrong, { input: 'wrong' })).toMatchObject({ exitCode: 3 });
  });

  it('says what is wrong with the address', async () => {
    const outcomes = [
      await user.run(['login', 'ftp://host', '--key', 'k']),
      await user.run(['login', '--key', 'k']),
      await user.run(['login', 'http://127.0.0.1:1', '--key', 'k']),
      await user.run(['login', server.url, '--key', '-']),
    ];
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([2, 2, 6, 2]);
  });
});

describe('several servers', () => {
  it('are told apart by --server, and without it the last one is meant', async () => {
    const other = server.url.replace('127.0.0.1', 'localhost');
    await user.run(['login', server.url, '--key', server.key]);
    await user.run(['login', other, '--key', await server.createKey(1)]);
    const serverOf = async (...words: string[]) =>
      JSON.parse((await user.run(['whoami', '--json', ...words])).stdout).server;
    expect(await serverOf()).toBe(other);
    expect(await serverOf('--server', server.url)).toBe(server.url);
    expect(await serverOf('--server', new URL(server.url).host)).toBe(server.url);
    expect(await user.run(['whoami', '--server', 'nobody.example'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('nobody.example'),
    });
    expect(await user.run(['logout'])).toMatchObject({ exitCode: 0 });
    expect(await serverOf()).toBe(server.url);
  });
});

describe('SATCHEL_URL and SATCHEL_KEY', () => {
  it('replace a log-in', async () => {
    const env = { SATCHEL_URL: server.url, SATCHEL_KEY: server.key };
    const { exitCode, stdout } = await user.run(['whoami', '--json'], { env });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ server: server.url, permissions: { text: true } });
    await expect(kept()).rejects.toThrow('ENOENT');
  });

  it('send the key nowhere but to that address', async () => {
    const outcome = await user.run(['whoami', '--server', server.url], {
      env: { SATCHEL_URL: 'http://127.0.0.1:1', SATCHEL_KEY: server.key },
    });
    expect(outcome.exitCode).toBe(3);
    expect(await user.run(['whoami'], { env: { SATCHEL_KEY: server.key } })).toMatchObject({
      exitCode: 2,
    });
  });
});

describe('satchel logout', () => {
  it('forgets the key', async () => {
    await user.run(['login', server.url, '--key', server.key]);
    expect(await user.run(['logout'])).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await kept()).not.toContain(server.key);
    expect(await user.run(['logout'])).toMatchObject({ exitCode: 3 });
  });

  it("ends an administrator's session on the server too", async () => {
    const input = ADMIN.password;
    await user.run(['login', server.url, '--username', ADMIN.username], { input });
    const before = await kept();
    await user.run(['logout']);
    await writeFile(join(user.configDirectory, 'servers.json'), before);
    expect(await user.run(['whoami'])).toMatchObject({ exitCode: 3 });
  });
});

it('a damaged file of servers is told of and left alone', async () => {
  await user.run(['login', server.url, '--key', server.key]);
  for (const damaged of ['{', '[]', '{"servers":{"http://a":{}}}']) {
    await writeFile(join(user.configDirectory, 'servers.json'), damaged);
    const outcome = await user.run(['whoami']);
    expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
    expect(outcome.stderr).toContain('servers.json');
    expect(await kept()).toBe(damaged);
  }
});

it('a password for a share is asked for at the terminal even if the text comes by a pipe', async () => {
  await user.run(['login', server.url, '--key', server.key]);
  const line = `echo secret text | '${process.execPath}' '${MAIN}' share text --password - --slug piped`;
  const outcome = await converse(user, line, [['Password of the share', 'sesame\r']]);
  expect(outcome.exitCode).toBe(0);
  expect(outcome.stdout).not.toContain('sesame');
  const shared = `${server.url}/paste/piped`;
  expect(await user.run(['get', shared, '-p', 'wrong'])).toMatchObject({ exitCode: 5, stdout: '' });
  expect(await user.run(['get', shared, '-p', 'sesame'])).toMatchObject({
    stdout: 'secret text\n',
  });
});
