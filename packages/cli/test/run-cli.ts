import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MAIN = join(import.meta.dirname, '../src/main.ts');

/** How a command ended, and what it printed. */
export interface Outcome {
  readonly exitCode: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** A user with a separate home directory, who runs the real program. */
export interface User {
  /** Working directory. */
  readonly directory: string;
  readonly configDirectory: string;
  readonly stateDirectory: string;
  /** Environment of the user's commands. */
  readonly env: Readonly<Record<string, string>>;
  run(words: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** Starts a command without waiting for its end. */
  start(
    words: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): ChildProcessWithoutNullStreams;
  remove(): Promise<void>;
}

export async function createUser(moreEnv: Readonly<Record<string, string>> = {}): Promise<User> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-cli-user-'));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: directory,
    XDG_CONFIG_HOME: join(directory, '.config'),
    XDG_STATE_HOME: join(directory, '.state'),
    LANG: 'en_US.UTF-8',
    // Outside of the home directory, whose files tests compare.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'satchel-cli-cache'),
    ...moreEnv,
  };
  const start: User['start'] = (words, more = {}) =>
    spawn(process.execPath, [MAIN, ...words], { cwd: directory, env: { ...env, ...more } });
  return {
    directory,
    configDirectory: join(env.XDG_CONFIG_HOME, 'satchel'),
    stateDirectory: join(env.XDG_STATE_HOME, 'satchel'),
    env,
    start,
    run(words, { input = '', env: more } = {}) {
      const child = start(words, more);
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      return outcomeOf(child);
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

export function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ exitCode: code ?? signal, stdout, stderr }));
  });
}
