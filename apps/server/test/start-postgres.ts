import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@satchel/test-kit/free-port';
import pg from 'pg';

export interface Postgres {
  /** Connection URL of its maintenance database, for {@link createDatabase}. */
  readonly url: string;
  /** Kills it as a crash would; its data stays. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, at the same address. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a database on a server, empty or as a copy of another. Returns its connection URL. */
export async function createDatabase(serverUrl: string, template?: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(serverUrl, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`);
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

/** Folder with `postgres` and `initdb`, as installed by Debian or the operator. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** Starts a temporary server on loopback; as root it runs as the user `postgres`. */
export async function startPostgres(binaries: string): Promise<Postgres> {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-postgres-'));
  const data = join(directory, 'data');
  const port = await freePort();
  const asRoot = process.getuid?.() === 0;
  const identity = asRoot ? userIds('postgres') : {};
  if (asRoot) execFileSync('chown', ['postgres:postgres', directory]);
  const options = { cwd: directory, env: { LC_ALL: 'C' }, ...identity };
  const auth = ['--username=satchel', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), ['-D', data, ...auth], { ...options, stdio: 'ignore' });
  // The files may be in memory, so the log must stay small.
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'max_connections=300',
    'max_wal_size=256MB',
  ];
  const url = `postgresql://satchel@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const started = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-h', '127.0.0.1', '-p', `${port}`, '-k', directory].concat(
        settings.flatMap((setting) => ['-c', setting]),
      ),
      { ...options, stdio: 'ignore' },
    );
    await untilReady(url, started);
    return started;
  };
  let server = await start();
  const kill = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGQUIT');
    await ended;
  };
  return {
    url,
    kill,
    async revive() {
      server = await start();
    },
    async stop() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await run(url, 'SELECT 1');
      return;
    } catch (error) {
      if (attempt > 100 || server.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function userIds(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
