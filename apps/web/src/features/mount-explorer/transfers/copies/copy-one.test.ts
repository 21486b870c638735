import { ApiError } from '@satchel/api-client/api-error';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '#shared/api/client.ts';
import { EntryCopy } from './copy-one.ts';

const run = vi.spyOn(client.fs, 'run');
const rename = vi.spyOn(client.fs, 'rename');
const follow = vi.spyOn(client.fs, 'follow');
const get = vi.spyOn(client.fs, 'get');

const refusal = (code: string, status: number) =>
  new ApiError({ code, status, message: code } as ConstructorParameters<typeof ApiError>[0]);
const copied = (targetPath: string) => ({
  ...{ crossStorage: false as const, success: 1, skipped: 0, failed: 0 },
  details: [{ sourcePath: '/a/x', targetPath, status: 'success' as const, message: '' }],
});
const removed = { success: 1, failed: [] };
const context = { signal: new AbortController().signal, onBytes() {} };
const step = {
  ...{ sourcePath: '/a/x', targetPath: '/b/x', replaces: false },
  state: 'waiting' as const,
};
const calls = () => run.mock.calls.map(([name]) => name);

beforeEach(() => {
  for (const mock of [run, rename, follow, get]) mock.mockReset();
  rename.mockResolvedValue(null);
  get.mockRejectedValue(refusal('file_system.not_found', 404));
});

describe('a copy', () => {
  it('is one call', async () => {
    run.mockResolvedValue(copied('/b/x'));
    await new EntryCopy(step, { isMove: false }).run(context);
    const body = { items: [{ sourcePath: '/a/x', targetPath: '/b/x' }] };
    expect(run.mock.calls).toMatchObject([['copy', { body }, expect.anything()]]);
  });

  it('that replaces is there before what it replaces goes', async () => {
    run.mockResolvedValueOnce(copied('/b/x (1)')).mockResolvedValueOnce(removed);
    await new EntryCopy({ ...step, replaces: true }, { isMove: false }).run(context);
    expect(run.mock.calls[1]).toMatchObject([
      'delete',
      { body: { paths: ['/b/x'] } },
      expect.anything(),
    ]);
    expect(rename.mock.calls[0]?.[0]).toEqual({
      body: { oldPath: '/b/x (1)', newPath: '/b/x' },
    });
  });

  it('that fails leaves what it was to replace', async () => {
    run.mockRejectedValue(refusal('storage.full', 507));
    const copy = new EntryCopy({ ...step, replaces: true }, { isMove: false });
    await expect(copy.run(context)).rejects.toThrow('storage.full');
    expect(calls()).toEqual(['copy']);
    expect(rename).not.toHaveBeenCalled();
  });

  it('that the server refuses says why', async () => {
    const [detail] = copied('/b/x').details;
    const details = [{ ...detail, status: 'failed', message: 'No room.' }];
    run.mockResolvedValue({ ...copied(''), success: 0, failed: 1, details } as never);
    await expect(new EntryCopy(step, { isMove: false }).run(context)).rejects.toThrow('No room.');
  });
});

describe('a move', () => {
  it('is done by the mount where both are in it', async () => {
    run.mockResolvedValue(null);
    await new EntryCopy(step, { isMove: true }).run(context);
    const body = { oldPath: '/a/x', newPath: '/b/x' };
    expect(run.mock.calls).toMatchObject([['rename', { body }, expect.anything()]]);
  });

  it('to another mount is a copy, and the original goes only then', async () => {
    run
      .mockRejectedValueOnce(refusal('file_system.other_mount', 400))
      .mockResolvedValueOnce(copied('/b/x'))
      .mockResolvedValueOnce(removed);
    await new EntryCopy(step, { isMove: true }).run(context);
    expect(calls()).toEqual(['rename', 'copy', 'delete']);
    expect(run.mock.calls[2]?.[1]).toEqual({ body: { paths: ['/a/x'] } });
  });

  it('that failed at its last step does not copy again', async () => {
    run
      .mockRejectedValueOnce(refusal('file_system.other_mount', 400))
      .mockResolvedValueOnce(copied('/b/x'))
      .mockRejectedValueOnce(refusal('storage.unavailable', 503))
      .mockResolvedValueOnce(removed);
    const move = new EntryCopy(step, { isMove: true });
    await expect(move.run(context)).rejects.toThrow('storage.unavailable');
    await move.run(context);
    expect(calls()).toEqual(['rename', 'copy', 'delete', 'delete']);
  });

  it('goes on after a reload with what the server has begun', async () => {
    follow.mockResolvedValue(null);
    await new EntryCopy({ ...step, operationId: '7' }, { isMove: true }).run(context);
    expect(follow.mock.calls[0]?.[0]).toBe('7');
    expect(run).not.toHaveBeenCalled();
  });
});
