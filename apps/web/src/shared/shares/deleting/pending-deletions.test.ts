import { describe, expect, it } from 'vitest';
import {
  createPendingDeletions,
  type DeletionResult,
  scopeOf,
  withoutPending,
} from './pending-deletions.ts';

function setUp(send: (ids: string[]) => Promise<DeletionResult>) {
  const log: unknown[] = [];
  const deletions = createPendingDeletions({
    send(ids) {
      log.push(ids);
      return send(ids);
    },
    refresh: async () => log.push('refresh'),
    onResult: ({ success }) => log.push(success),
    onError: (error) => log.push(error),
  });
  return { deletions, log };
}

const succeed = async (ids: string[]) => ({ success: ids.length, failed: [] });

describe('deletions that can be undone', () => {
  it('hide rows at once, and delete them by the commit, once', async () => {
    const { deletions, log } = setUp(succeed);
    const deletion = deletions.begin('', ['a', 'b']);
    expect([deletions.getPending().length, log]).toEqual([1, []]);
    deletion.commit();
    deletion.commit();
    deletion.undo();
    await deletions.commitAll();
    expect(log).toEqual([['a', 'b'], 2, 'refresh']);
    expect(deletions.getPending()).toEqual([]);
  });

  it('bring the rows back by undo, after which nothing is deleted', async () => {
    const { deletions, log } = setUp(succeed);
    const deletion = deletions.begin('', ['a']);
    deletion.undo();
    deletion.commit();
    await deletions.commitAll();
    expect([deletions.getPending(), log]).toEqual([[], []]);
  });

  it('bring the rows back where the server fails', async () => {
    const { deletions, log } = setUp(() => Promise.reject('down'));
    deletions.begin('', ['a']);
    await deletions.commitAll();
    expect(log).toEqual([['a'], 'down', 'refresh']);
    expect(deletions.getPending()).toEqual([]);
  });
});

describe('a page without rows that are being deleted', () => {
  const rows = [{ id: 'a' }, { id: 'b' }];

  it('counts what was deleted from the same list, also on other pages', () => {
    const pending = [{ scope: scopeOf({ words: '', state: undefined }), ids: ['a', 'z'] }];
    expect(withoutPending({ rows, total: 12 }, pending, '\n')).toEqual({
      rows: [{ id: 'b' }],
      total: 10,
    });
  });

  it('does not count what was deleted from another list', () => {
    const pending = [{ scope: scopeOf({ words: 'x', state: 'expired' }), ids: ['z'] }];
    expect(withoutPending({ rows, total: 2 }, pending, '\n')).toEqual({ rows, total: 2 });
    expect(withoutPending({ rows: undefined, total: 0 }, pending, 'x\nexpired').total).toBe(0);
  });
});
