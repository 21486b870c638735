import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@satchel/api-client/contract/sessions';
import { environmentOf } from '@satchel/server/test/run-command';
import { ADMIN, startServer, type TestServer } from '@satchel/server/test/start-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CTRL_C, ENTER, HAS_TERMINALS, startAtTerminal } from '../test/start-at-terminal.ts';

const RESET = ['admin', 'reset-password'];

describe.runIf(HAS_TERMINALS)('what is asked for at the terminal', () => {
  let server: TestServer;
  let folder = '';
  beforeAll(async () => {
    server = await startServer('sqlite');
    folder = await mkdtemp(join(tmpdir(), 'satchel-terminal-'));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (...words: string[]) => startAtTerminal(words, environmentOf(server));
  const newSecret = () => randomBytes(12).toString('hex');
  const logIn = (password: string) =>
    server.anonymous.call(login, { body: { username: ADMIN.username, password } });
  const admins = () => server.prisma.admin.findMany();

  it('is a new password, twice the same, which is not shown and is good from then on', async () => {
    const password = newSecret();
    const command = start(...RESET);
    await command.answer('New password:', `${password}x\x7f${ENTER}`);
    await command.answer('Once more:', `${password}${ENTER}`);
    const { exitCode, screen } = await command.ended;
    expect(exitCode, screen).toBe(0);
    expect(screen).toContain('has a new password');
    // The screen shows neither a part of the password nor stars that reveal its length.
    for (const part of [password.slice(0, 4), password.slice(-4), '*']) {
      expect(screen).not.toContain(part);
    }
    expect((await logIn(password)).username).toBe(ADMIN.username);
    await expect(logIn(ADMIN.password)).rejects.toMatchObject({ status: 401 });
  });

  it('changes nothing where the two differ', async () => {
    const before = await admins();
    const command = start(...RESET);
    const [one, other] = [newSecret(), newSecret()];
    await command.answer('New password:', `${one}${ENTER}`);
    await command.answer('Once more:', `${other}${ENTER}`);
    const { exitCode, screen } = await command.ended;
    expect(exitCode).toBe(1);
    expect(screen).toContain('The two are not the same. Nothing was changed.');
    expect(screen).not.toContain(one);
    expect(screen).not.toContain(other);
    expect(await admins()).toEqual(before);
  });

  it.each([
    ['New password:', 1],
    ['Once more:', 2],
  ])('changes nothing where Ctrl C answers %s', async (_, answers) => {
    const before = await admins();
    const command = start(...RESET);
    const password = newSecret();
    if (answers === 2) await command.answer('New password:', `${password}${ENTER}`);
    await command.answer(answers === 2 ? 'Once more:' : 'New password:', `${password}${CTRL_C}`);
    const { exitCode, screen } = await command.ended;
    expect(exitCode).toBe(130);
    expect(screen).toContain('Cancelled. Nothing was changed.');
    expect(screen).not.toContain(password);
    expect(await admins()).toEqual(before);
  });

  it('is the passphrase of a backup, twice for a new one and once to read it', async () => {
    const passphrase = newSecret();
    const file = join(folder, 'backup');
    const cancelled = start('backup', '--encrypt', join(folder, 'none'));
    await cancelled.answer('Passphrase:', CTRL_C);
    expect((await cancelled.ended).exitCode).toBe(130);
    expect(await readdir(folder)).toEqual([]);

    const made = start('backup', '--encrypt', file);
    await made.answer('Passphrase:', `${passphrase}${ENTER}`);
    await made.answer('Once more:', `${passphrase}${ENTER}`);
    const verified = async (typed: string) => {
      const command = start('backup', '--verify', file);
      await command.answer('Passphrase:', `${typed}${ENTER}`);
      return command.ended;
    };
    const results = [await made.ended, await verified(passphrase)];
    for (const { exitCode, screen } of results) {
      expect(exitCode, screen).toBe(0);
      expect(screen).not.toContain(passphrase);
    }
    const wrong = await verified(newSecret());
    expect(wrong.exitCode).toBe(1);
    expect(wrong.screen).toContain('The passphrase is wrong');
  });
});
