import { ApiError, networkFailure } from '@satchel/api-client/api-error';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '#shared/api/client.ts';
import { runOperation } from './server-operation.ts';

const begin = vi.spyOn(client.fs, 'begin');
const operation = vi.spyOn(client.fs, 'operation');
const cancelOperation = vi.spyOn(client.fs, 'cancelOperation');
const running = { state: 'running', progress: { bytes: 5 } } as never;
const input = { body: { paths: ['/m/a/'] } };

beforeEach(() => {
  vi.useFakeTimers();
  for (const mock of [begin, operation, cancelOperation]) mock.mockReset();
  cancelOperation.mockResolvedValue(running);
});
afterEach(() => vi.useRealTimers());

describe('an operation of the server', () => {
  it('that takes longer is asked about until it has ended', async () => {
    begin.mockResolvedValue({ operation_id: '7' });
    const result = { success: 1, failed: [] };
    operation
      .mockResolvedValueOnce(running)
      .mockRejectedValueOnce(networkFailure(new TypeError()))
      .mockResolvedValueOnce({ state: 'completed', result, progress: { bytes: 9 } } as never);
    const onBytes = vi.fn();
    const onId = vi.fn();
    const signal = new AbortController().signal;
    const done = runOperation('delete', input, { signal, onBytes, onId });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await done).toEqual(result);
    expect(onId).toHaveBeenCalledWith('7');
    expect(onBytes).toHaveBeenCalledWith(5);
  });

  it('that failed says why', async () => {
    begin.mockResolvedValue({ operation_id: '7' });
    operation.mockResolvedValue({ state: 'failed', error: { message: 'No room.' } } as never);
    const { signal } = new AbortController();
    await expect(runOperation('delete', input, { signal, onBytes() {} })).rejects.toThrow(
      'No room.',
    );
  });

  it('is cancelled there, too, also where its id comes only later', async () => {
    const answer = Promise.withResolvers<{ operation_id: string }>();
    begin.mockReturnValue(answer.promise);
    const stopping = new AbortController();
    const done = runOperation('delete', input, { signal: stopping.signal, onBytes() {} });
    const ended = expect(done).rejects.toBe('cancelled');
    stopping.abort('cancelled');
    answer.resolve({ operation_id: '7' });
    await ended;
    expect(cancelOperation).toHaveBeenCalledWith({ params: { id: '7' } });
  });

  it('goes on where only the session has ended', async () => {
    begin.mockResolvedValue({ operation_id: '7' });
    operation.mockResolvedValue(running);
    const stopping = new AbortController();
    const done = runOperation('delete', input, { signal: stopping.signal, onBytes() {} });
    const ended = expect(done).rejects.toBe('left');
    await vi.advanceTimersByTimeAsync(100);
    stopping.abort('left');
    await ended;
    expect(cancelOperation).not.toHaveBeenCalled();
  });

  it('ends with the refusal of the server', async () => {
    const refusal = { code: 'file_system.busy', status: 409, message: 'busy' } as const;
    begin.mockRejectedValue(new ApiError(refusal as ConstructorParameters<typeof ApiError>[0]));
    const { signal } = new AbortController();
    await expect(runOperation('delete', input, { signal, onBytes() {} })).rejects.toThrow('busy');
  });
});
