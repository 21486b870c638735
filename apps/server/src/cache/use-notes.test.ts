import { describe, expect, it } from 'vitest';
import { createUseNotes } from './use-notes.ts';

describe('notes of use', () => {
  it('are written once a minute a row, however often it is used and however old it is remembered', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const written: string[] = [];
    const notes = createUseNotes({
      clock: { now: () => new Date(now) },
      write: async (id, usedAt) => void written.push(`${id} ${usedAt.toISOString().slice(11, 19)}`),
      onError: (error) => expect.unreachable(String(error)),
    });
    for (let second = 0; second <= 120; second += 1) {
      notes.note({ id: 'a', lastUsedAt: null });
      notes.note({ id: 'b', lastUsedAt: new Date('2026-01-01T00:01:30Z') });
      now += 1000;
    }
    await new Promise(setImmediate);
    expect(written).toEqual(['a 00:00:00', 'a 00:01:00', 'a 00:02:00']);
  });

  it('say when a row was last used, however old the row is', () => {
    const at = new Date('2026-01-01T00:00:00Z');
    const notes = createUseNotes({
      clock: { now: () => at },
      write: async () => undefined,
      onError: (error) => expect.unreachable(String(error)),
    });
    const later = new Date('2026-01-02T00:00:00Z');
    expect(notes.lastUsedAt({ id: 'a', lastUsedAt: null })).toBeNull();
    notes.note({ id: 'a', lastUsedAt: null });
    expect(notes.lastUsedAt({ id: 'a', lastUsedAt: null })).toEqual(at);
    expect(notes.lastUsedAt({ id: 'a', lastUsedAt: later })).toEqual(later);
  });
});
