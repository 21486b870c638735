// @vitest-environment node
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { database } from '../database.ts';
import { clearKept, forgetKept, keepReply, readKept, removeOldCopies } from './kept-content.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const place = { store: 'pastes', key: 'slug', part: 'content' } as const;
const copy = (owner = '') => ({ owner, data: { content: 'text' }, savedAtMs: 0 });

describe('copies for when there is no network (SPEC 3, 9)', () => {
  beforeEach(clearKept);

  it('are shown for seven days, and removed after that', async () => {
    await keepReply(place, copy());
    expect(await readKept(place, '', 7 * DAY_MS - 1)).toMatchObject({ data: { content: 'text' } });
    expect(await readKept(place, '', 7 * DAY_MS)).toBeUndefined();
    await removeOldCopies(7 * DAY_MS - 1);
    expect(await database.pastes.count()).toBe(1);
    await removeOldCopies(7 * DAY_MS);
    expect(await database.pastes.count()).toBe(0);
  });

  it('of one user are nobody else’s to see, and those of visitors everybody’s', async () => {
    await keepReply(place, copy('key-7'));
    expect(await readKept(place, 'admin', 1)).toBeUndefined();
    expect(await readKept(place, '', 1)).toBeUndefined();
    expect(await readKept(place, 'key-7', 1)).toBeDefined();
    await keepReply(place, copy());
    expect(await readKept(place, 'admin', 1)).toBeDefined();
  });

  it('of a share that is gone are forgotten together, and of no other', async () => {
    await keepReply(place, copy());
    await keepReply({ ...place, part: 'summary' }, copy());
    await keepReply({ ...place, key: 'slug-2' }, copy());
    await forgetKept(place);
    expect((await database.pastes.toArray()).map(({ key }) => key)).toEqual(['slug-2']);
  });
});
