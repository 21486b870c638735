import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandArguments } from '../server-process.mjs';
import { SECRET_KEY, type TestServer } from './start-server.ts';

/** Output and exit code of a command. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface StartedCommand {
  readonly process: ReturnType<typeof spawn>;
  readonly ended: Promise<CommandResult>;
  /** Kills it with its child processes; only if it has its own process group. */
  killAll(): void;
}

/** Starts `satchel …` in a separate process, as the image does. */
export function startCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  { isDetached = false } = {},
): StartedCommand {
  const child = spawn(process.execPath, [...commandArguments, ...words], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isDetached,
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, output, errors }));
  const killAll = () => {
    if (isDetached && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  return { process: child, ended, killAll };
}

export function runCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  return startCommand(words, env).ended;
}

/** Environment in which a command finds a server's data. */
export function environmentOf({
  dataDirectory,
  databaseUrl,
}: TestServer): Readonly<Record<string, string>> {
  const shared = databaseUrl ? { DATABASE_URL: databaseUrl, SECRET_KEY } : {};
  return { DATA_DIR: dataDirectory, EMBEDDED_STORE: 'on', ...shared };
}
