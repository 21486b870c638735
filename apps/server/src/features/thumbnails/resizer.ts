import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '#program-files';
import type { ResizeReply, ResizeRequest } from './resize-process.ts';

const PROCESS = programFile('features/thumbnails/resize-process');

/** Longer than the process itself takes for an image, so it hangs and is killed. */
const MAX_MS = 20_000;
/** Idle time after which the process ends to free its memory. */
const IDLE_MS = 30_000;

/** Failure that is caused by the image itself. */
export class ResizeError extends Error {
  override readonly name = 'ResizeError';
}

/**
 * Resizes images in a separate process, because decoders are native code that reads untrusted files.
 * The process has no secrets, and it can crash, hang or run out of memory without the server. It starts
 * with the first image and ends after an idle time.
 */
export function createResizer(idleMs = IDLE_MS) {
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = () => {
    const child = fork(PROCESS, {
      // Leaves out the server's environment, which has the secret key and the database's address.
      env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' },
      execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.once('exit', () => {
      if (running === child) running = undefined;
    });
    // Kills the process on an error, so that its exit rejects the pending request.
    child.on('error', () => child.kill('SIGKILL'));
    return child;
  };

  const stop = async () => {
    clearTimeout(idle);
    const child = running;
    running = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };

  return {
    close: stop,
    /**
     * @param pixels of the longer side
     * @returns WebP
     * @throws {ResizeError}
     */
    async resize(bytes: Uint8Array, pixels: number): Promise<Buffer> {
      clearTimeout(idle);
      running ??= start();
      const child = running;
      try {
        const reply = await ask(child, { bytes, pixels }, AbortSignal.timeout(MAX_MS));
        if ('problem' in reply) throw new ResizeError(reply.problem);
        return Buffer.from(reply.bytes);
      } catch (error) {
        // Stops a process that failed, because it may hang.
        if (!(error instanceof ResizeError) || child.exitCode !== null) await stop();
        throw error instanceof ResizeError ? error : new ResizeError(String(error));
      } finally {
        idle = setTimeout(() => void stop(), idleMs).unref();
      }
    },
  };
}

async function ask(
  child: ChildProcess,
  request: ResizeRequest,
  signal: AbortSignal,
): Promise<ResizeReply> {
  const settled = new AbortController();
  const options = { signal: AbortSignal.any([signal, settled.signal]) };
  try {
    const replied = once(child, 'message', options);
    const ended = once(child, 'exit', options).then(() => {
      throw new ResizeError('the process has ended');
    });
    child.send(request, (error) => error && settled.abort(error));
    const [reply] = (await Promise.race([replied, ended])) as [ResizeReply];
    return reply;
  } finally {
    settled.abort();
  }
}
