import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Operation } from '../src/contract/file-system-operations.ts';
import { OperationError } from '../src/index.ts';
import { createMockClient, type MockHandlers, mockError } from '../src/mock/mock.ts';

const input = { body: { paths: ['/m/a/'] } };
const removed = { success: 1, failed: [] };
const operation = (change: Partial<Operation> = {}): Operation => ({
  ...{ id: '7', kind: 'remove', state: 'running', is_cancelling: false },
  progress: { done: 1, total: null, skipped: 0, failed: 0, bytes: 5 },
  created_at: '2026-11-22T00:00:00.000Z',
  updated_at: '2026-11-22T00:00:00.000Z',
  ...{ result: null, error: null, ...change },
});
const ended = operation({ state: 'completed', result: removed });

/** A client whose server answers a deletion with an id, and polls with the given responses in order. */
function mockOf(polls: readonly (() => Operation)[], handlers: MockHandlers['fs'] = {}) {
  const replies = [...polls];
  return createMockClient({
    fs: {
      delete: () => ({ operation_id: '7' }) as never,
      operation: () => (replies.length > 1 ? replies.shift() : replies[0])?.() ?? operation(),
      cancelOperation: () => operation({ is_cancelling: true }),
      ...handlers,
    },
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a long operation', () => {
  it('is one call where it ends soon', async () => {
    const { client, calls } = mockOf([], { delete: () => removed });
    expect(await client.fs.run('delete', input)).toEqual(removed);
    expect(calls.fs.delete).toMatchObject([{ ...input, query: { async: 1, wait_ms: 100 } }]);
    expect(calls.fs.operation).toEqual([]);
  });

  it('is polled to its end, also through a lost connection and a fault of the server', async () => {
    const lost = () => {
      throw mockError('client.network');
    };
    const away = () => {
      throw mockError('server.unavailable');
    };
    const { client } = mockOf([operation, lost, away, () => ended]);
    const [onStart, onProgress] = [vi.fn(), vi.fn()];
    const done = client.fs.run('delete', input, { onStart, onProgress });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await done).toEqual(removed);
    expect(onStart.mock.calls).toEqual([['7']]);
    expect(onProgress).toHaveBeenCalledWith(expect.objectContaining({ bytes: 5 }));
  });

  it('that was begun earlier is followed by its id', async () => {
    const { client, calls } = mockOf([() => ended]);
    expect(await client.fs.follow('7')).toEqual(removed);
    expect(calls.fs.delete).toEqual([]);
    expect(calls.fs.operation).toEqual([{ params: { id: '7' } }]);
  });

  it('that failed says why', async () => {
    const error = { code: 'storage.full', message: 'No space.' };
    const { client } = mockOf([() => operation({ state: 'failed', error })]);
    const failure: unknown = await client.fs.run('delete', input).catch((reason) => reason);
    expect(failure).toBeInstanceOf(OperationError);
    expect(failure).toMatchObject({ code: 'storage.full', message: 'No space.' });
  });

  it('is cancelled on the server, too, also where its id comes only later', async () => {
    const answer = Promise.withResolvers<never>();
    const { client, calls } = mockOf([operation], { delete: () => answer.promise });
    const stopping = new AbortController();
    const done = client.fs.run('delete', input, { signal: stopping.signal });
    stopping.abort();
    answer.resolve({ operation_id: '7' } as never);
    await expect(done).rejects.toMatchObject({ code: 'client.cancelled' });
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.fs.cancelOperation).toEqual([{ params: { id: '7' } }]);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('that keeps running after an abort: %s', async (keeps, cancellations) => {
    const { client, calls } = mockOf([operation]);
    const stopping = new AbortController();
    const { signal } = stopping;
    const done = client.fs.follow('7', { signal, keepsRunning: () => keeps });
    const refused = expect(done).rejects.toMatchObject({ code: 'client.cancelled' });
    await vi.advanceTimersByTimeAsync(250);
    stopping.abort();
    await refused;
    expect(calls.fs.cancelOperation).toHaveLength(cancellations);
  });
});
