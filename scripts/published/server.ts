import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverArguments, serverEnvironment } from '@satchel/server/server-process';

export interface Server {
  readonly url: string;
  close(): Promise<void>;
}

export const ADMIN = { username: 'admin', password: 'published-packages' };

/** The product itself, as `npm start` runs it, on a data folder of its own. */
export async function startServer(): Promise<Server> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'satchel-published-'));
  const child = spawn(process.execPath, serverArguments, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...serverEnvironment,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDirectory,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const port = /http:\/\/[\w.]+:(\d+)/.exec(output)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDirectory, { recursive: true });
    },
  };
}
