import { describe, expect, it } from 'vitest';
import { scopeOf, withoutPending } from './share-deletions.ts';

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
    expect(withoutPending({ rows: [], total: 0 }, pending, 'x\nexpired').total).toBe(0);
  });
});
