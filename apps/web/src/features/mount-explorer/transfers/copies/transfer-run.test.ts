import { ApiError } from '@satchel/api-client/api-error';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '#shared/api/client.ts';
import { endSession, setSession } from '#shared/session/session-store.ts';
import { takeJournaled } from './transfer-journal.ts';
import { TransferRun } from './transfer-run.ts';

const runCall = vi.spyOn(client.fs, 'run');
const list = vi.spyOn(client.fs, 'list');
const step = (sourcePath: string, targetPath: string) => ({
  ...{ sourcePath, targetPath, replaces: false, state: 'waiting' as const },
});
const context = {
  ...{ signal: new AbortController().signal, onBytes() {}, control() {}, onGiveUp() {} },
};
const removal = { ...step('/a/d/', ''), isEmptied: true as const };
const calls = () => runCall.mock.calls.map(([name]) => name);

beforeEach(() => {
  setSession({ kind: 'admin', token: 't' }, 0);
  for (const mock of [runCall, list]) mock.mockReset();
});
afterEach(() => {
  takeJournaled();
  endSession('logout');
});

describe('a move into a folder that is there', () => {
  it('takes the old folder away once nothing is left in it', async () => {
    runCall.mockResolvedValueOnce(null).mockResolvedValueOnce({ success: 1, failed: [] });
    list.mockResolvedValue({ items: [] } as never);
    const run = new TransferRun([[step('/a/d/x', '/b/d/x'), removal]], { isMove: true });
    expect(await run.work(0, context)).toBe('completed');
    expect(runCall.mock.calls).toMatchObject([
      ['rename', { body: { oldPath: '/a/d/x', newPath: '/b/d/x' } }, expect.anything()],
      ['delete', { body: { paths: ['/a/d/'] } }, expect.anything()],
    ]);
  });

  it('leaves the old folder what was skipped', async () => {
    runCall.mockResolvedValue(null);
    list.mockResolvedValue({ items: [{ name: 'skipped' }] } as never);
    const run = new TransferRun([[step('/a/d/x', '/b/d/x'), removal]], { isMove: true });
    await run.work(0, context);
    expect(calls()).toEqual(['rename']);
  });

  it('that has failed goes on with the step that did', async () => {
    const refusal = { code: 'storage.unavailable', status: 503, message: 'no' } as const;
    runCall
      .mockResolvedValueOnce(null)
      .mockRejectedValueOnce(new ApiError(refusal as ConstructorParameters<typeof ApiError>[0]))
      .mockResolvedValueOnce(null);
    const steps = [step('/a/d/x', '/b/d/x'), step('/a/d/y', '/b/d/y')];
    const run = new TransferRun([steps], { isMove: true });
    run.open('t');
    await expect(run.work(0, context)).rejects.toThrow('no');
    run.open('t');
    await run.work(0, context);
    const moved = runCall.mock.calls.map(
      ([, input]) => (input.body as { oldPath: string }).oldPath,
    );
    expect(moved).toEqual(['/a/d/x', '/a/d/y', '/a/d/y']);
  });
});
