import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endSession, setSession } from '#shared/session/session-store.ts';
import { leftOf, openJournal, takeJournaled } from './transfer-journal.ts';

const step = (name: string) => ({
  ...{ sourcePath: `/a/${name}`, targetPath: `/b/${name}`, replaces: false },
  state: 'waiting' as const,
});
const open = () =>
  openJournal({ id: '1', title: 't', isMove: false, steps: ['x', 'y', 'z'].map(step) });

beforeEach(() => setSession({ kind: 'admin', token: 't' }, 0));
afterEach(() => {
  takeJournaled();
  endSession('logout');
});

describe('the journal of a copy', () => {
  it('knows what is left: what waits, and what the server goes on with', () => {
    const journal = open();
    journal.step(0, { state: 'ended' });
    journal.step(1, { state: 'begun', operationId: '7' });
    const [transfer] = takeJournaled();
    expect(transfer && leftOf(transfer).map(({ sourcePath }) => sourcePath)).toEqual([
      '/a/y',
      '/a/z',
    ]);
    expect(takeJournaled(), 'nobody goes on with it twice').toEqual([]);
  });

  it('does not do again what had begun without an answer', () => {
    open().step(0, { state: 'begun' });
    const [transfer] = takeJournaled();
    expect(transfer && leftOf(transfer)).toHaveLength(2);
  });

  it('is gone when the copy has ended', () => {
    open().end();
    expect(takeJournaled()).toEqual([]);
  });

  it('is nobody else’s', () => {
    open();
    const keyInfo = { id: '7', name: 'key', basic_path: '/' };
    setSession({ kind: 'apiKey', key: 'k', permissions: 2, keyInfo }, 0);
    expect(takeJournaled()).toEqual([]);
  });
});
