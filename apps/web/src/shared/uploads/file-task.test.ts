import type { UploadHandle, UploadOptions } from '@satchel/api-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTaskStore } from '#shared/tasks/task-store.ts';
import { createFileTask } from './file-task.ts';

const FILE = new File(['12345678'], 'a.txt');
const SPEED = { bytesPerSecond: 4, timeLeftMs: 1000 };

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
    linkOf: (slug) => `/file/${slug}`,
    onChange: () => undefined,
  });
  store.add([task]);
  await Promise.resolve();
  return {
    handle,
    task: () => store.get('a'),
    report: (bytes: number) => callbacks.onProgress?.({ bytes, totalBytes: 8, ...SPEED }),
    setState: (isOffline: boolean) =>
      callbacks.onState?.('uploading', { isPaused: false, isOffline }),
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
    upload.setState(true);
    expect(upload.task()?.state).toBe('offline');
    upload.report(4);
    expect(upload.task()).toMatchObject({ state: 'running', progress: { fraction: 0.5 } });
  });

  it('has the link of its result', async () => {
    const upload = await start();
    upload.succeed();
    await vi.waitFor(() => expect(upload.task()?.state).toBe('completed'));
    expect(upload.task()?.link).toBe('/file/k7');
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
