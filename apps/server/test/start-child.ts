import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { serverArguments } from '../server-process.mjs';

/** Server in a separate process, as `npm start` runs it. */
export interface Child {
  readonly process: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  readonly errors: () => string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Resolves as soon as it answers; rejects if it ends before. */
  readonly ready: Promise<void>;
}

export function startChild(
  port: number,
  env: Readonly<Record<string, string>>,
  program = serverArguments,
): Child {
  const child = spawn(process.execPath, program, {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...{ HOST: '127.0.0.1', PORT: String(port), OVERLOAD_DELAY_MS: '0', ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      output += data;
      if (output.includes('running at')) resolve();
    });
    child.once('close', () => reject(new Error(`the server ended: ${errors}`)));
  });
  ready.catch(() => undefined);
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const url = `http://127.0.0.1:${port}`;
  return { process: child, url, output: () => output, errors: () => errors, ended, ready };
}
