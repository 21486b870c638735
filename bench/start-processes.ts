import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverArguments, serverEnvironment } from '@satchel/server/server-process';

export interface StartedProcess {
  readonly url: string;
  readonly processId: number;
  /** Highest resident memory so far, in MiB. */
  peakMemoryMebibytes(): number;
  /** Processor time so far, of the process and all of its threads. */
  cpuSeconds(): number;
  /** Kills it as a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a program on a free port and waits until it prints its address. */
export async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<StartedProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, args, {
    // Passes on the compile cache of `npm run bench`, like `npm start`.
    env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await firstAddress(child);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url,
    processId: child.pid ?? 0,
    peakMemoryMebibytes() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    cpuSeconds() {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
      // proc(5): user and system time are fields 14 and 15, in hundredths of a second.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

function firstAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/(localhost|127\.0\.0\.1):\d+/.exec(output)?.[0];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

export const ADMIN = { username: 'admin', password: 'bench-password' };

/** Starts the server with its own data folder. */
export async function startSatchel(
  env: Readonly<Record<string, string>> = {},
): Promise<StartedProcess> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
  const server = await start(serverArguments, {
    ...serverEnvironment,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDirectory,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
    // Disables the limits, because all load comes from one address and the benchmark measures capacity.
    RATE_LIMIT_PER_MINUTE: '0',
    OVERLOAD_DELAY_MS: '0',
    ...env,
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Starts a Fastify route that only returns these bytes. */
export function startBareFastify(body: string): Promise<StartedProcess> {
  return start([join(import.meta.dirname, 'bare-fastify.ts')], { BODY: body });
}
