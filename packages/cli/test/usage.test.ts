import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { createUser, MAIN, outcomeOf, type User } from './run-cli.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { runInTerminal } from './terminal.ts';

const CHINESE = { LANG: 'zh_CN.UTF-8' };

let user: User;
beforeAll(async () => {
  user = await createUser();
});
afterAll(() => user.remove());

const COMMANDS = [
  ['login'],
  ['logout'],
  ['whoami'],
  ['share'],
  ['share', 'text'],
  ['share', 'file'],
  ['send'],
  ['ls'],
  ['get'],
  ['cp'],
  ['mount'],
] as const;

describe('--help', () => {
  it.each(COMMANDS.map((words) => [words.join(' '), words] as const))(
    'of %s has examples, in both languages',
    async (name, words) => {
      const english = await user.run([...words, '--help']);
      expect(english).toMatchObject({ exitCode: 0, stderr: '' });
      expect(english.stdout).toContain(`Usage: satchel ${name}`);
      expect(english.stdout).toMatch(new RegExp(`Examples:\n  \\$ .*satchel ${name}`));
      const chinese = await user.run([...words, '--help'], { env: CHINESE });
      expect(chinese.stdout).toMatch(/用法：[\s\S]*示例：/);
      expect(chinese.stdout).not.toMatch(/Usage|Options|Examples|default/);
    },
  );

  it('of share text lists each option once, and none that only paths have', async () => {
    const { stdout } = await user.run(['share', 'text', '--help']);
    const flags = stdout.match(/^ .*?(--[a-z]+)/gm)?.map((line) => line.trim());
    expect(flags).toEqual([...new Set(flags)]);
    expect(flags).toContain('-s, --slug');
    expect(flags).toContain('--server');
    expect(stdout).not.toContain('--into');
  });

  it('lists the commands, and the exit codes for scripts', async () => {
    const { stdout } = await user.run(['--help']);
    for (const [name] of COMMANDS) expect(stdout).toContain(`\n  ${name}`);
    expect(stdout).toContain('3 not logged in');
  });
});

it('--version is that of the package', async () => {
  const outcome = await user.run(['--version']);
  expect(outcome).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

describe('wrong usage', () => {
  it.each([
    [[], 'Usage: satchel'],
    [['share'], "missing required argument 'path'"],
    [['nothing'], "unknown command 'nothing'"],
    [['ls', '--nothing'], "unknown option '--nothing'"],
    [['cp', 'one'], "missing required argument 'target'"],
    [['whoami', 'one'], 'too many arguments'],
    [['share', '--into', 'l', 'file', 'x'], "unknown option '--into'"],
    [['share', '-m', 'hi', 'text', 'x'], "unknown option '--message'"],
    [['share', 'text', 'x', '--expires', 'soon'], '"soon" is not a duration'],
    [['share', 'text', 'x', '--views', '0'], '"0" is invalid: views must be a positive integer'],
  ])('%j ends with 2 and says why', async (words, sentence) => {
    const outcome = await user.run(words);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toContain(sentence);
  });

  it.each([
    [['nothing'], '未知命令“nothing”'],
    [['ls', '--nothing'], '未知选项“--nothing”'],
    [['cp', 'one'], '缺少参数“target”'],
    [['share', 'text', 'x', '--expires'], '缺少值'],
    [['share', 'text', 'x', '--views', '0'], '“0”无效'],
    [['whoami', 'one'], '参数过多'],
  ])('%j is explained in Chinese, too', async (words, sentence) => {
    const outcome = await user.run(words, { env: CHINESE });
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toContain(sentence);
  });
});

describe('the language', () => {
  it.each([
    [{ LANG: 'zh_TW.UTF-8' }, '您尚未登录'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'zh_CN' }, '您尚未登录'],
    [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'C' }, 'You are not logged in'],
    [{ LANG: 'de_DE.UTF-8' }, 'You are not logged in'],
  ])('is that of %j', async (env, sentence) => {
    expect((await user.run(['ls'], { env })).stderr).toContain(sentence);
  });
});

describe('with a server', () => {
  let server: ServerProcess;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await startServer();
    env = { SATCHEL_URL: server.url, SATCHEL_KEY: server.key };
  });
  afterAll(() => server.stop());

  it("the server's refusals are explained in the user's language", async () => {
    const words = ['share', 'text', 'x', '--slug', 'no spaces'];
    expect((await user.run(words, { env })).stderr).toContain('The link suffix may have letters');
    const { stderr } = await user.run(words, { env: { ...env, ...CHINESE } });
    expect(stderr).toMatch(/^satchel: [^a-z]*\p{Script=Han}/u);
    const nobody = { ...env, SATCHEL_KEY: 'sk_nobody', ...CHINESE };
    const refused = await user.run(['whoami'], { env: nobody });
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('请登录：satchel login');
  });

  it('progress is shown on a terminal, and leaves results as they are', async () => {
    await writeFile(join(user.directory, 'large.bin'), randomBytes(12_000_000));
    const words = ['share', 'file', 'large.bin', '--slug', 'shown'];
    const { exitCode, stdout } = await runInTerminal(user, words, [], env);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/\rlarge\.bin +\d+ % .*\/s/);
    expect(stdout).toContain(`${server.url}/file/shown`);
    const piped = await user.run(['share', 'file', 'large.bin'], { env });
    expect(piped.stderr).toBe('');
  });
});

it.runIf(process.platform === 'linux')(
  'a full disk behind the output is told in words',
  async () => {
    const command = `"${process.execPath}" "${MAIN}" --help > /dev/full`;
    const shell = spawn('/bin/sh', ['-c', command], { env: user.env });
    expect(await outcomeOf(shell)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'satchel: The disk is full\n',
    });
  },
);

it('a name with control characters is harmless on a terminal', async () => {
  const words = ['share', 'file', '\u001b]0;owned\u0007.txt'];
  const env = { SATCHEL_URL: 'http://127.0.0.1:1', SATCHEL_KEY: 'key' };
  const { exitCode, stdout } = await runInTerminal(user, words, [], env);
  expect(exitCode).toBe(4);
  expect(stdout).not.toContain('\u001b]0;');
  expect(stdout).toContain('?]0;owned?.txt');
});

it('colours are for terminals that want them', async () => {
  const red = '\u001b[31m';
  expect((await runInTerminal(user, ['ls'], [])).stdout).toContain(red);
  expect((await runInTerminal(user, ['ls'], [], { NO_COLOR: '1' })).stdout).not.toContain(red);
  expect((await runInTerminal(user, ['ls'], [], { TERM: 'dumb' })).stdout).not.toContain(red);
  expect((await user.run(['ls'])).stderr).not.toContain('\u001b');
});

it('is compiled once, into a folder of the user', async () => {
  const env = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: join(user.directory, 'cache') };
  expect(await user.run(['--version'], { env })).toMatchObject({ exitCode: 0, stderr: '' });
  const compiled = () => readdir(join(env.XDG_CACHE_HOME, 'satchel'), { recursive: true });
  const first = await compiled();
  expect(first.length).toBeGreaterThan(1);
  await user.run(['--version'], { env });
  expect(await compiled()).toEqual(first);
});

it('works where nothing can be written', async () => {
  const env = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: '/dev/null' };
  expect(await user.run(['--version'], { env })).toMatchObject({ exitCode: 0, stderr: '' });
});
