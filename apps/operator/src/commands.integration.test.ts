import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createApiClient } from '@satchel/api-client';
import { checkAdminToken, login } from '@satchel/api-client/contract/sessions';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { environmentOf, runCommand, startCommand } from '@satchel/server/test/run-command';
import { startChild } from '@satchel/server/test/start-child';
import { createDatabase } from '@satchel/server/test/start-postgres';
import {
  ADMIN,
  DATABASES,
  SECRET_KEY,
  startServer,
  type TestServer,
} from '@satchel/server/test/start-server';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

describe('the command line', () => {
  it('tells with exit code 2 what is wrong with it, and with 0 what it can do', async () => {
    const wrong = await runCommand(['bakcup'], {});
    expect(wrong).toMatchObject({ exitCode: 2, output: '' });
    expect(wrong.errors).toContain("unknown command 'bakcup'");
    const help = await runCommand(['--help'], {});
    expect(help).toMatchObject({ exitCode: 0, errors: '' });
    for (const name of ['serve', 'migrate', 'sweep', 'admin']) expect(help.output).toContain(name);
  });

  it('names a bad variable without a stack trace', async () => {
    const { exitCode, errors } = await runCommand(['migrate'], { DATABASE_URL: 'mysql://x' });
    expect(exitCode).toBe(1);
    expect(errors).toContain('DATABASE_URL: must be a PostgreSQL connection URL');
    expect(errors).not.toContain('    at ');
  });
});

describe('satchel serve', () => {
  it('runs the server until it is asked to stop', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'satchel-serve-'));
    const port = String(await freePort());
    const env = { DATA_DIR: directory, HOST: '127.0.0.1', PORT: port };
    const server = startCommand(['serve'], env);
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/api/health`).then(
            (r) => r.status,
            () => 0,
          ),
        {
          timeout: 60_000,
        },
      )
      .toBe(200);
    server.process.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ exitCode: 0 });
    await rm(directory, { recursive: true, force: true });
  });
});

describe.each(DATABASES)('satchel migrate on %s', (database) => {
  it('says what would be done, does it, and then has nothing to do', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'satchel-migrate-'));
    const serverUrl = inject('postgresUrl');
    const env: Record<string, string> = { DATA_DIR: directory };
    if (database === 'postgresql' && serverUrl) {
      Object.assign(env, { DATABASE_URL: await createDatabase(serverUrl), SECRET_KEY });
    }
    const pending = await runCommand(['migrate', '--status'], env);
    expect(pending.output).toMatch(/To be applied:\n {2}\d+_init/);
    const again = await runCommand(['migrate', '--status'], env);
    expect(again.output).toBe(pending.output);
    const applied = await runCommand(['migrate'], env);
    expect(applied.output).toBe(pending.output.replace('To be applied', 'Applied'));
    const done = await runCommand(['migrate'], env);
    expect(done).toEqual({ exitCode: 0, output: 'The database is up to date.\n', errors: '' });
    await rm(directory, { recursive: true, force: true });
  });
});

describe.each(DATABASES)('satchel beside a running server on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  const listResets = async () => {
    const page = { order: 'desc', limit: 10, offset: 0 } as const;
    const { events } = await server.services.auditLog.list({ search: ADMIN.username }, page);
    const resets = events.filter(({ action }) => action === 'account.password_reset');
    return { events: resets, total: resets.length };
  };
  const logIn = (password: string) =>
    createApiClient({ baseUrl: server.url }).call(login, {
      body: { username: ADMIN.username, password },
    });

  it('resets a password: the new one is good, the old one and all sessions are not', async () => {
    const newPassword = randomBytes(12).toString('hex');
    const env = { ...environmentOf(server), NEW_ADMIN_PASSWORD: newPassword };
    const { total: before } = await listResets();
    await server.api.call(checkAdminToken, {});
    const { exitCode, errors } = await runCommand(['admin', 'reset-password'], env);
    expect(exitCode, errors).toBe(0);
    await expect(logIn(ADMIN.password)).rejects.toMatchObject({ status: 401 });
    const { token } = await logIn(newPassword);
    const { total, events } = await listResets();
    expect(total).toBe(before + 1);
    expect(events[0]).toMatchObject({
      area: 'account',
      outcome: 'success',
      target: ADMIN.username,
      actorKind: 'operator',
      actorName: userInfo().username,
      source: hostname(),
    });
    expect(JSON.stringify(events)).not.toContain(newPassword);
    await createApiClient({
      baseUrl: server.url,
      credential: () => ({ kind: 'admin', token }),
    }).call(checkAdminToken, {});
    // The process may cache the caller of a token for two seconds.
    await expect
      .poll(
        () =>
          server.api.call(checkAdminToken, {}).then(
            () => 200,
            ({ status }) => status,
          ),
        {
          timeout: 10_000,
        },
      )
      .toBe(401);
  });

  it('generates a password that is good, and shows nothing else of it', async () => {
    const words = ['admin', 'reset-password', '--generate', '--username', ADMIN.username];
    const { output } = await runCommand(words, environmentOf(server));
    const password = /Password: (\S+)/.exec(output)?.[1] ?? '';
    expect((await logIn(password)).username).toBe(ADMIN.username);
  });

  it.each([
    ['short', 'has to have 8 to 1024 characters'],
    ['password1', 'most common'],
  ])('refuses %s as a password and changes nothing', async (password, reason) => {
    const before = await server.prisma.admin.findMany();
    const resets = await listResets();
    const env = { ...environmentOf(server), NEW_ADMIN_PASSWORD: password };
    const { exitCode, errors } = await runCommand(['admin', 'reset-password'], env);
    expect(exitCode).toBe(1);
    expect(errors).toContain(reason);
    expect(await server.prisma.admin.findMany()).toEqual(before);
    expect(await listResets()).toEqual(resets);
  });

  it('changes no password that the audit log cannot tell of', async () => {
    const before = await server.prisma.admin.findMany();
    const rename = (from: string, to: string) =>
      server.prisma.$executeRawUnsafe(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('audit_events', 'audit_events_away');
    const env = { ...environmentOf(server), NEW_ADMIN_PASSWORD: randomBytes(12).toString('hex') };
    const { exitCode } = await runCommand(['admin', 'reset-password'], env);
    await rename('audit_events_away', 'audit_events');
    expect(exitCode).toBe(1);
    expect(await server.prisma.admin.findMany()).toEqual(before);
  });

  it('does not sweep in a data folder that a server has', async () => {
    const { exitCode, errors } = await runCommand(['sweep'], environmentOf(server));
    expect(exitCode).toBe(1);
    expect(errors).toContain('is in use by another Satchel');
  });
});

describe('satchel sweep', () => {
  it('removes what is over, and says how much', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'satchel-sweep-'));
    const env = { DATA_DIR: directory, ADMIN_PASSWORD: ADMIN.password };
    const child = startChild(await freePort(), env);
    await child.ready;
    const body = { username: 'admin', password: ADMIN.password };
    const { token } = await createApiClient({ baseUrl: child.url }).call(login, { body });
    const api = createApiClient({
      baseUrl: child.url,
      credential: () => ({ kind: 'admin', token }),
    });
    await api.call(createTextShare, { body: { content: 'over', slug: 'over' } });
    child.process.kill('SIGTERM');
    await child.ended;

    expect((await runCommand(['sweep'], env)).output).toContain('Texts removed: 0');
    const database = new DatabaseSync(join(directory, 'satchel.db'));
    database.exec("UPDATE text_shares SET expires_at = '2026-01-01T00:00:00.000+00:00'");
    database.close();
    expect((await runCommand(['sweep'], env)).output).toContain('Texts removed: 1');
    await rm(directory, { recursive: true, force: true });
  });
});
