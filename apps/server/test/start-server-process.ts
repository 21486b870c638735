import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverArguments, serverEnvironment } from '../server-process.mjs';

/** Server in a separate process, for the tests of other packages. */
export interface StartedServer {
  readonly url: string;
  readonly pid: number | undefined;
  /** Stops it, and removes its data folder. */
  stop(): Promise<void>;
}

/** Starts it as `npm start` does, with its own data folder, for this administrator. */
export async function startServerProcess(admin: {
  readonly username: string;
  readonly password: string;
}): Promise<StartedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-server-'));
  const child = spawn(process.execPath, serverArguments, {
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      ...{ NODE_ENV: 'production', ...serverEnvironment },
      ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: directory, LOG_LEVEL: 'warn' },
      OVERLOAD_DELAY_MS: '0',
      ...{ ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  return {
    url,
    pid: child.pid,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(output)?.[0];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
}
