import type { UploadHandle, UploadOptions } from '@satchel/api-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTaskStore } from '#shared/tasks/task-store.ts';
import { createFileTask } from './file-task.ts';

const SHARE = {
  ...({ kind: 'file', id: '7', expires_at: null } as const),
  ...{ max_views: null, has_password: false },
};
const FILE = new File(['12345678'], 'a.txt');
const SPEED: { bytesPerSecond: number; timeLeftMs: number | null } = {
  bytesPerSecond: 4,
  timeLeftMs: 1000,
};

afterEach(() => vi.restoreAllMocks());

/** Starts the task of one file, whose upload the test drives. */
async function start() {
  const store = createTaskStore();
  let callbacks: UploadOptions = {};
  let end = Promise.withResolvers<string>();
  const handle = {
    state: 'uploading',
    get done() {
      return end.promise;
    },
    pause: vi.fn(),
    resume: vi.fn(),
    abort: vi.fn(async () => undefined),
  } satisfies UploadHandle<string>;
  const { task } = createFileTask<string>({
    id: 'a',
    kind: 'delivery',
    source: FILE,
    store,
    upload(_, given) {
      callbacks = given;
      return handle;
    },
    shareOf: (slug) => ({ ...SHARE, slug }),
    onChange: () => undefined,
  });
  store.add([task]);
  await Promise.resolve();
  return {
    handle,
    task: () => store.get('a'),
    report: (bytes: number, speed = SPEED) =>
      callbacks.onProgress?.({ bytes, totalBytes: 8, ...speed }),
    setState: ({ isPaused = false, isOffline = false }) =>
      callbacks.onState?.(isPaused ? 'idle' : 'uploading', { isPaused, isOffline }),
    succeed: () => end.resolve('k7'),
    fail: (error: Error) => end.reject(error),
    renew() {
      end = Promise.withResolvers<string>();
    },
  };
}

describe('the task of a file', () => {
  it('shows the network again as soon as bytes arrive', async () => {
    const upload = await start();
    upload.setState({ isOffline: true });
    expect(upload.task()?.state).toBe('offline');
    upload.report(4);
    expect(upload.task()).toMatchObject({ state: 'running', progress: { fraction: 0.5 } });
  });

  it('says since when no byte has moved, until one does', async () => {
    const upload = await start();
    const stopped = { bytesPerSecond: 0, timeLeftMs: null };
    const since = () => upload.task()?.progress.quietSinceMs;
    upload.setState({});
    upload.report(4);
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6000);
    upload.report(4, stopped);
    expect(upload.task()?.state).toBe('running');
    expect(Date.now() - (since() ?? 0)).toBeGreaterThanOrEqual(6000);
    now.mockRestore();
    upload.report(5);
    expect(since()).toBeUndefined();
    upload.report(8, stopped);
    expect(since(), 'all is sent, and the server works').toBeUndefined();
  });

  it('counts no pause as time without a byte', async () => {
    const upload = await start();
    upload.setState({});
    upload.report(4, { bytesPerSecond: 0, timeLeftMs: null });
    upload.report(4, { bytesPerSecond: 0, timeLeftMs: null });
    expect(upload.task()?.progress.quietSinceMs).toBeDefined();
    upload.setState({ isPaused: true });
    expect(upload.task()?.state).toBe('paused');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    upload.setState({});
    expect(upload.task()).toMatchObject({
      state: 'running',
      progress: { fraction: 0.5, quietSinceMs: Date.now() },
    });
  });

  it('waits from its start if no byte moves at all', async () => {
    const upload = await start();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    upload.setState({});
    expect(upload.task()).toMatchObject({
      state: 'running',
      progress: { quietSinceMs: Date.now() },
    });
    upload.report(4);
    expect(upload.task()?.progress.quietSinceMs).toBeUndefined();
  });

  it('stays offline while only old bytes count for the speed, and becomes offline when they end', async () => {
    const upload = await start();
    upload.setState({});
    upload.report(4);
    upload.setState({ isOffline: true });
    upload.report(4);
    expect(upload.task()?.state).toBe('offline');
    upload.setState({});
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    upload.report(4, { bytesPerSecond: 0, timeLeftMs: null });
    expect(upload.task()?.state).toBe('offline');
  });

  it('has the link of its result', async () => {
    const upload = await start();
    upload.succeed();
    await vi.waitFor(() => expect(upload.task()?.state).toBe('completed'));
    expect(upload.task()?.share).toEqual({ ...SHARE, slug: 'k7' });
  });

  it('continues the same upload after a failure, and starts another after it was cancelled', async () => {
    const upload = await start();
    upload.fail(new Error('no'));
    await vi.waitFor(() => expect(upload.task()?.state).toBe('failed'));
    upload.renew();
    upload.task()?.retry?.();
    expect(upload.handle.resume).toHaveBeenCalledTimes(1);
    upload.task()?.cancel();
    expect(upload.handle.abort).toHaveBeenCalledTimes(1);
    upload.succeed();
    await Promise.resolve();
    expect(upload.task()?.state, 'a late end changes nothing').toBe('cancelled');
  });
});
