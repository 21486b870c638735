import { describe, expect, it } from 'vitest';
import { createUseNotes } from './use-notes.ts';

describe('notes of use', () => {
  it('are written once a minute a row, however often it is used and however old it is remembered', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const written: string[] = [];
    let drops = 0;
    const noteUse = createUseNotes({
      clock: { now: () => new Date(now) },
      write: async (id, usedAt) => void written.push(`${id} ${usedAt.toISOString().slice(11, 19)}`),
      onWritten: () => {
        drops += 1;
      },
      onError: (error) => expect.unreachable(String(error)),
    });
    for (let second = 0; second <= 120; second += 1) {
      noteUse({ id: 'a', lastUsedAt: null });
      noteUse({ id: 'b', lastUsedAt: new Date('2026-01-01T00:01:30Z') });
      now += 1000;
    }
    await new Promise(setImmediate);
    expect(written).toEqual(['a 00:00:00', 'a 00:01:00', 'a 00:02:00']);
    expect(drops).toBe(3);
  });
});
