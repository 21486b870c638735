import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ApiClient } from '@satchel/api-client';
import { listAuditEvents } from '@satchel/api-client/contract/audit-log';
import { deleteFileShares } from '@satchel/api-client/contract/file-shares';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { commandArguments } from '@satchel/server/server-process';
import { environmentOf, runCommand } from '@satchel/server/test/run-command';
import { connectAsAdmin, hashOf, readContents } from '@satchel/server/test/share-contents';
import { type Child, startChild } from '@satchel/server/test/start-child';
import { createDatabase } from '@satchel/server/test/start-postgres';
import {
  ADMIN,
  DATABASES,
  type DatabaseName,
  EMBEDDED_CREDENTIALS,
  SECRET_KEY,
  startServer,
  type TestServer,
} from '@satchel/server/test/start-server';
import { uploadFile } from '@satchel/server/test/upload-files';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { repack } from '../../test/repack.ts';

const PASSPHRASE = 'a passphrase of these tests';
const ELSEWHERE = {
  name: 'elsewhere',
  provider_type: 'Other',
  endpoint_url: 'http://127.0.0.1:9',
  bucket_name: 'elsewhere',
  access_key_id: 'elsewhere',
  secret_access_key: 'the secret of elsewhere',
} as const;
type Environment = Record<string, string>;

let folder = '';
let children: Child[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-backup-'));
});
afterEach(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
  children = [];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Another machine: an empty data folder, and an empty database. */
async function emptyTarget(database: DatabaseName): Promise<Environment> {
  const env: Environment = { DATA_DIR: await mkdtemp(join(folder, 'target-')) };
  env.S3_ACCESS_KEY_ID = EMBEDDED_CREDENTIALS.accessKeyId;
  env.S3_SECRET_ACCESS_KEY = EMBEDDED_CREDENTIALS.secretAccessKey;
  const serverUrl = inject('postgresUrl');
  if (database === 'sqlite' || !serverUrl) return env;
  const DATABASE_URL = await createDatabase(serverUrl);
  return { ...env, DATABASE_URL, SECRET_KEY, EMBEDDED_STORE: 'on' };
}

async function whileRunning<Result>(
  env: Environment,
  work: (url: string, api: ApiClient) => Promise<Result>,
): Promise<Result> {
  const child = startChild(await freePort(), env);
  children.push(child);
  await child.ready;
  const result = await work(child.url, await connectAsAdmin(child.url, ADMIN));
  child.process.kill('SIGTERM');
  expect(await child.ended, child.errors()).toBe(0);
  return result;
}

const contentsOf = (env: Environment) => whileRunning(env, readContents);

/** Operators' events in the audit log. */
const actsIn = (env: Environment) =>
  whileRunning(
    env,
    async (_, api) => (await api.call(listAuditEvents, { query: { area: 'server' } })).data,
  );

async function addText(api: ApiClient, contents: Map<string, string>): Promise<void> {
  const content = `${randomBytes(randomInt(1, 3000)).toString('base64')} \u0000 '";\n文本`;
  const stored = content.replaceAll('\u0000', '');
  const { slug } = await api.call(createTextShare, { body: { content: stored } });
  contents.set(`text ${slug}`, hashOf(stored));
}

async function addFile(api: ApiClient, contents: Map<string, string>): Promise<string> {
  const bytes = new Uint8Array(randomBytes(randomInt(1, 300_000)));
  const { id, slug } = await uploadFile(api, bytes);
  contents.set(`file ${slug}`, hashOf(bytes));
  return id;
}

/** Writes and deletes until aborted; deleted items are not expected in a backup. */
async function disturb({ api }: TestServer, contents: Map<string, string>, signal: AbortSignal) {
  while (!signal.aborted) {
    await addText(api, contents);
    const id = await addFile(api, contents);
    if (randomInt(2) === 0) {
      await api.call(deleteFileShares, { body: { ids: [id], delete_mode: 'both' } });
    }
  }
}

/** Shell command `satchel …` with these variables. */
function commandLine(words: readonly string[], env: Readonly<Record<string, string>>): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return ['env', ...variables, process.execPath, ...commandArguments, ...words]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');
}

/** Runs a shell script; the exit code is that of the last command of a pipe. */
async function runShell(script: string) {
  const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [errors] = await Promise.all([text(shell.stderr), once(shell, 'close')]);
  return { exitCode: shell.exitCode, errors };
}

describe.each(DATABASES)('a backup on %s', (database) => {
  let server: TestServer;
  const steady = new Map<string, string>();
  const plain = () => join(folder, `${database}.tar`);
  const encrypted = () => join(folder, `${database}.encrypted`);
  beforeAll(async () => {
    server = await startServer(database);
    await server.api.call(createStorageConfig, { body: ELSEWHERE });
    for (let at = 0; at < 5; at += 1) await addText(server.api, steady);
    for (let at = 0; at < 5; at += 1) await addFile(server.api, steady);
  });
  afterAll(() => server.close());

  /** Whether to test what happens to the file alone, in which the database has no part. */
  const isFirst = database === 'sqlite';
  /** Target with the source's key: a data folder with SQLite gets it from the backup. */
  const target = () => emptyTarget(database);

  it('is made while others write, and has every share that was there, whole', async () => {
    const written = new Map<string, string>();
    const stop = new AbortController();
    const writers = Array.from({ length: 4 }, () => disturb(server, written, stop.signal));
    await expect.poll(() => written.size, { timeout: 60_000 }).toBeGreaterThan(20);
    const made = await runCommand(['backup', plain()], environmentOf(server));
    stop.abort();
    await Promise.all(writers);
    expect(made.exitCode, made.errors).toBe(0);
    expect((await stat(plain())).mode & 0o777).toBe(0o600);
    expect(await readdir(server.dataDirectory)).not.toContain('backing-up');

    const env = await target();
    const restored = await runCommand(['restore', plain()], env);
    expect(restored.exitCode, restored.errors).toBe(0);
    expect(restored.output).toContain('It uses other storages: elsewhere. If this is a trial,');
    const contents = await contentsOf(env);
    for (const [name, hash] of steady) expect(contents.get(name), name).toBe(hash);
    for (const [name, hash] of contents) {
      expect(steady.get(name) ?? written.get(name), name).toBe(hash);
    }
    expect(contents.size).toBeGreaterThan(steady.size);
  });

  it.runIf(isFirst).each(['backing-up', 'objects', 'spool', 'restoring', 'replaced-2026'])(
    'is refused in DATA_DIR/%s, whose other files are removed',
    async (name) => {
      const inside = join(server.dataDirectory, name);
      const isNew = await mkdir(inside).then(
        () => true,
        () => false,
      );
      const refused = await runCommand(['backup', join(inside, 'x.tar')], environmentOf(server));
      expect(refused).toMatchObject({ exitCode: 1, output: '' });
      expect(refused.errors).toContain('is in a folder of the server');
      if (isNew) await rmdir(inside);
    },
  );

  it.runIf(isFirst)('stays in DATA_DIR/backup, with what else is there', async () => {
    const backups = join(server.dataDirectory, 'backup');
    await mkdir(backups);
    await writeFile(join(backups, 'older.tar'), 'older');
    const made = await runCommand(['backup', join(backups, 'x.tar')], environmentOf(server));
    expect(made.exitCode, made.errors).toBe(0);
    expect((await readdir(backups)).sort()).toEqual(['older.tar', 'x.tar']);
    await rm(backups, { recursive: true });
  });

  it.runIf(isFirst)(
    'follows no link that somebody has put in its place (SECURITY 29)',
    async () => {
      const [file, other] = [
        join(folder, `${database}-link.tar`),
        join(folder, `${database}-other`),
      ];
      await writeFile(other, 'not yours', { mode: 0o666 });
      await symlink(other, `${file}.unfinished`);
      const made = await runCommand(['backup', file], environmentOf(server));
      expect(made.exitCode, made.errors).toBe(0);
      expect(await readFile(other, 'utf8')).toBe('not yours');
      const found = await lstat(file);
      expect([found.isSymbolicLink(), found.mode & 0o777]).toEqual([false, 0o600]);
    },
  );

  it('encrypted, tells nothing, and is restored with its passphrase only', async () => {
    const withPassphrase = { ...environmentOf(server), BACKUP_PASSPHRASE: PASSPHRASE };
    const made = await runCommand(['backup', encrypted()], withPassphrase);
    expect(made.exitCode, made.errors).toBe(0);
    const bytes = await readFile(encrypted());
    for (const word of ['manifest', 'text_shares', 'SHA256SUMS'])
      expect(bytes.includes(word)).toBe(false);

    const env = await target();
    const wrong = { ...env, BACKUP_PASSPHRASE: 'another passphrase' };
    const refused = await runCommand(['restore', encrypted()], wrong);
    expect(refused).toMatchObject({ exitCode: 1, output: '' });
    expect(refused.errors).toContain('The passphrase is wrong');
    expect(await runCommand(['restore', encrypted()], env)).toMatchObject({ exitCode: 1 });

    const right = { ...env, BACKUP_PASSPHRASE: PASSPHRASE };
    const restored = await runCommand(['restore', encrypted()], right);
    expect(restored.exitCode, restored.errors).toBe(0);
    const contents = await contentsOf(env);
    for (const [name, hash] of steady) expect(contents.get(name), name).toBe(hash);
  });

  it.runIf(isFirst)(
    'goes through a pipe into its place, and not where the pipe breaks',
    async () => {
      for (const secret of [{}, { BACKUP_PASSPHRASE: PASSPHRASE }]) {
        const env = await target();
        const make = commandLine(['backup', '-'], { ...environmentOf(server), ...secret });
        const restore = commandLine(['restore', '-'], { ...env, ...secret });
        const cut = await runShell(`${make} | head -c 40000 | ${restore}`);
        expect(cut.exitCode, cut.errors).toBe(1);
        expect(cut.errors).toMatch(/The standard input is damaged|changed or cut off/);
        const piped = await runShell(`${make} | ${restore}`);
        expect(piped.exitCode, piped.errors).toBe(0);
        const contents = await contentsOf(env);
        for (const [name, hash] of steady) expect(contents.get(name), name).toBe(hash);
      }
    },
  );

  it.runIf(isFirst)('fails where the disk is full within its last chunk', async () => {
    const secret = { BACKUP_PASSPHRASE: PASSPHRASE };
    const variables = { ...environmentOf(server), ...secret };
    const cut = join(folder, `${database}.cut`);
    const whole = join(folder, `${database}.whole`);
    const make = await runShell(commandLine(['backup', whole], variables));
    expect(make.exitCode, make.errors).toBe(0);
    // A limit of the file's size, in blocks of 512 bytes, gives the short write of a full disk.
    const limit = `ulimit -f ${Math.floor((await stat(whole)).size / 512) - 2}`;
    const named = await runShell(`${limit}; ${commandLine(['backup', cut], variables)}`);
    expect(named.exitCode, named.errors).toBe(1);
    expect(named.errors).toContain('file too large');
    const names = await readdir(folder);
    expect(names.filter((name) => name.startsWith(basename(cut)))).toEqual([]);
    const piped = await runShell(`${limit}; ${commandLine(['backup', '-'], variables)} > '${cut}'`);
    expect(piped.exitCode, piped.errors).toBe(1);
    expect(piped.errors).toContain('file too large');
  });

  it('is refused where a byte has changed or the end is missing, and what was there stays', async () => {
    const env = await target();
    expect(await runCommand(['restore', plain()], env)).toMatchObject({ exitCode: 0 });
    const before = await contentsOf(env);
    const { size } = await stat(plain());
    for (const source of isFirst ? [plain(), encrypted()] : [plain()]) {
      const flipped = join(folder, 'flipped');
      await copyFile(source, flipped);
      const at = randomInt(Math.floor(size / 4), Math.floor(size / 2));
      const file = await open(flipped, 'r+');
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
      await file.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, at);
      await file.close();
      const cut = join(folder, 'cut');
      await writeFile(cut, (await readFile(source)).subarray(0, -randomInt(2000, size / 2)));
      for (const damaged of [flipped, cut]) {
        const withPassphrase = { ...env, BACKUP_PASSPHRASE: PASSPHRASE };
        const words = ['restore', '--replace', damaged];
        const { exitCode, errors } = await runCommand(words, withPassphrase);
        expect(exitCode, `${damaged} ${at}`).toBe(1);
        expect(errors).toMatch(/damaged|changed or cut off/);
        const verified = await runCommand(['backup', '--verify', damaged], withPassphrase);
        expect(verified.exitCode).toBe(1);
      }
    }
    expect(await contentsOf(env)).toEqual(before);
    expect(await runCommand(['backup', '--verify', plain()], {})).toMatchObject({ exitCode: 0 });
  });

  it('is refused where it was made to harm: links, another secret key, lines that are no rows', async () => {
    const harmful: Record<string, Parameters<typeof repack>[2]> = {
      'is damaged': ({ name }, body) =>
        name.endsWith('/bucket.json')
          ? [{ type: 'symlink', linkname: '/etc/passwd' }, Buffer.alloc(0)]
          : [{}, body],
      'no row': ({ name }, body) =>
        name.startsWith('database/admins/') ? [{}, Buffer.from('[1]\n')] : [{}, body],
      ...(database === 'sqlite' && {
        'not the one': ({ name }: { name: string }, body: Buffer) =>
          [{}, name === 'secret.key' ? randomBytes(32) : body] as const,
      }),
    };
    for (const [refusal, change] of Object.entries(harmful)) {
      const file = join(folder, 'harmful');
      await repack(plain(), file, change);
      const env = await target();
      const { exitCode, errors } = await runCommand(['restore', file], env);
      expect(exitCode, refusal).toBe(1);
      expect(errors).toContain(refusal);
      expect(errors, 'a sentence, and no place in our sources').not.toMatch(/\n\s+at /);
      expect(await readdir(env.DATA_DIR ?? '')).not.toContain('satchel.db');
    }
  });

  it('takes the place of what is there only when told to', async () => {
    const env = await target();
    const child = startChild(await freePort(), { ...env, ADMIN_PASSWORD: 'another-password' });
    children.push(child);
    await child.ready;
    const running = await runCommand(['restore', '--replace', plain()], env);
    expect(running.exitCode).toBe(1);
    expect(running.errors).toMatch(/is in use by another Satchel|Satchel is running/);
    child.process.kill('SIGTERM');
    await child.ended;
    const refused = await runCommand(['restore', plain()], env);
    expect(refused).toMatchObject({ exitCode: 1, output: '' });
    expect(refused.errors).toContain('--replace');
    const replaced = await runCommand(['restore', '--replace', plain()], env);
    expect(replaced.exitCode, replaced.errors).toBe(0);
    expect(await actsIn(env)).toMatchObject([
      { action: 'server.restored', target: basename(plain()), actor: { kind: 'operator' } },
    ]);
    const contents = await contentsOf(env);
    for (const [name, hash] of steady) expect(contents.get(name), name).toBe(hash);
  });

  it('is refused where the secret key is another one', async () => {
    const env: Environment = {
      ...(await target()),
      SECRET_KEY: 'another secret key, with enough characters',
    };
    const { exitCode, errors } = await runCommand(['restore', plain()], env);
    expect(exitCode).toBe(1);
    expect(errors).toContain('SECRET_KEY:');
    expect(await readdir(env.DATA_DIR ?? '')).not.toContain('satchel.db');
  });

  it.runIf(DATABASES.length > 1)(
    'is restored into the other kind of database as well',
    async () => {
      const env = await emptyTarget(database === 'sqlite' ? 'postgresql' : 'sqlite');
      const ownKey = join(server.dataDirectory, 'secret.key');
      env.SECRET_KEY = database === 'sqlite' ? (await readFile(ownKey, 'utf8')).trim() : SECRET_KEY;
      const restored = await runCommand(['restore', plain()], env);
      expect(restored.exitCode, restored.errors).toBe(0);
      const contents = await contentsOf(env);
      for (const [name, hash] of steady) expect(contents.get(name), name).toBe(hash);
    },
  );
});
