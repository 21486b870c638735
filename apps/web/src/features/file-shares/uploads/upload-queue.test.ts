import { describe, expect, it, vi } from 'vitest';
import type { CommittedShare, Transfer, UploadMetadata } from './transfer.ts';
import { createUploadQueue } from './upload-queue.ts';

const METADATA: UploadMetadata = {
  slug: null,
  path: null,
  remark: null,
  password: null,
  expires_in: 0,
  max_views: null,
  use_proxy: null,
};
const SHARE = { slug: 'abc' } as CommittedShare;

function setUp(concurrentFiles = 2) {
  const runs: { name: string; finish: () => void; fail: (error: Error) => void }[] = [];
  const calls: string[] = [];
  const queue = createUploadQueue({
    concurrentFiles,
    onComplete: (share) => calls.push(`complete ${share.slug}`),
    createTransfer: ({ file }): Transfer => ({
      run: () =>
        new Promise((resolve, reject) => {
          runs.push({ name: file.name, finish: () => resolve(SHARE), fail: reject });
        }),
      cancel: () => calls.push(`cancel ${file.name}`),
      pausing: {
        pause: () => calls.push(`pause ${file.name}`),
        resume: () => calls.push(`resume ${file.name}`),
      },
    }),
  });
  const add = (...names: string[]) =>
    queue.add(names.map((name) => ({ file: new File([], name), metadata: METADATA })));
  const states = () => queue.items().map(({ state }) => state);
  return { queue, runs, calls, add, states };
}

describe('the upload queue', () => {
  it('runs so many files at a time, in order', async () => {
    const { runs, add, states } = setUp();
    add('a', 'b', 'c');
    expect(states()).toEqual(['uploading', 'uploading', 'waiting']);
    runs[0]?.finish();
    await vi.waitFor(() => expect(states()).toEqual(['completed', 'uploading', 'uploading']));
    expect(runs.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('gives the place of a paused file to the next, and goes on with it later', async () => {
    const { queue, runs, calls, add, states } = setUp(1);
    add('a', 'b');
    queue.pause(1);
    expect(states()).toEqual(['paused', 'uploading']);
    queue.resume(1);
    expect(states()).toEqual(['waiting', 'uploading']);
    runs[1]?.finish();
    await vi.waitFor(() => expect(states()).toEqual(['uploading', 'completed']));
    expect(calls).toEqual(['pause a', 'complete abc', 'resume a']);
    expect(runs).toHaveLength(2);
  });

  it('runs a failed file again', async () => {
    const { queue, runs, add, states } = setUp();
    add('a');
    runs[0]?.fail(new Error('no'));
    await vi.waitFor(() => expect(states()).toEqual(['failed']));
    queue.retry(1);
    expect(states()).toEqual(['uploading']);
    runs[1]?.finish();
    await vi.waitFor(() => expect(states()).toEqual(['completed']));
  });

  it('runs a cancelled file again, whatever its first run still says', async () => {
    const { queue, runs, add, states } = setUp();
    add('a');
    queue.cancel(1);
    queue.retry(1);
    expect(runs).toHaveLength(2);
    runs[0]?.fail(new Error('aborted'));
    await Promise.resolve();
    expect(states()).toEqual(['uploading']);
    runs[1]?.finish();
    await vi.waitFor(() => expect(states()).toEqual(['completed']));
  });

  it('keeps a cancelled file cancelled when its run then fails', async () => {
    const { queue, runs, calls, add, states } = setUp();
    add('a');
    queue.cancel(1);
    runs[0]?.fail(new Error('aborted'));
    await Promise.resolve();
    expect(states()).toEqual(['cancelled']);
    expect(calls).toEqual(['cancel a']);
    queue.remove(1);
    expect(queue.items()).toEqual([]);
  });
});
