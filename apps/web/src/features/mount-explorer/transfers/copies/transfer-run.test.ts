import { mockError } from '@satchel/api-client/mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endSession, setSession } from '#shared/session/session-store.ts';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { fakeMount } from '../../listing/fake-mount.ts';
import { takeJournaled } from './transfer-journal.ts';
import { TransferRun } from './transfer-run.ts';

const step = (sourcePath: string, targetPath: string) => ({
  ...{ sourcePath, targetPath, replaces: false, state: 'waiting' as const },
});
const context = {
  ...{ signal: new AbortController().signal, onBytes() {}, control() {}, onGiveUp() {} },
};
const removal = { ...step('/a/d/', ''), isEmptied: true as const };

beforeEach(() => setSession({ kind: 'admin', token: 't' }, 0));
afterEach(() => {
  takeJournaled();
  endSession('logout');
});

describe('a move into a folder that is there', () => {
  it('takes the old folder away once nothing is left in it', async () => {
    const { fs } = mockCalls({
      fs: { ...fakeMount(), rename: () => null, delete: () => ({ success: 1, failed: [] }) },
    });
    const run = new TransferRun([[step('/a/d/x', '/b/d/x'), removal]], { isMove: true });
    expect(await run.work(0, context)).toBe('completed');
    expect(fs.rename).toMatchObject([{ body: { oldPath: '/a/d/x', newPath: '/b/d/x' } }]);
    expect(fs.delete).toMatchObject([{ body: { paths: ['/a/d/'] } }]);
  });

  it('leaves the old folder what was skipped', async () => {
    const { fs } = mockCalls({ fs: { ...fakeMount('/a/d/skipped'), rename: () => null } });
    const run = new TransferRun([[step('/a/d/x', '/b/d/x'), removal]], { isMove: true });
    await run.work(0, context);
    expect(fs.rename).toHaveLength(1);
    expect(fs.delete).toEqual([]);
  });

  it('that has failed goes on with the step that did', async () => {
    let isRefused = false;
    const { fs } = mockCalls({
      fs: {
        rename({ body }) {
          if (body.oldPath === '/a/d/x' || isRefused) return null;
          isRefused = true;
          throw mockError('storage.unavailable');
        },
      },
    });
    const steps = [step('/a/d/x', '/b/d/x'), step('/a/d/y', '/b/d/y')];
    const run = new TransferRun([steps], { isMove: true });
    run.open('t');
    await expect(run.work(0, context)).rejects.toMatchObject({ code: 'storage.unavailable' });
    run.open('t');
    await run.work(0, context);
    expect(fs.rename.map(({ body }) => body.oldPath)).toEqual(['/a/d/x', '/a/d/y', '/a/d/y']);
  });
});
