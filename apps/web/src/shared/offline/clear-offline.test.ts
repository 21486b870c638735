// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { clearOffline, clearOfOthers } from './clear-offline.ts';
import { database } from './database.ts';
import { keepReply } from './kept/kept-content.ts';

const OWNERS = ['', 'admin', 'key-7'];

describe('at start, after a session has ended while the app was closed', () => {
  afterEach(clearOffline);

  it.each([
    ['nobody', '', ['']],
    ['the administrator', 'admin', ['', 'admin']],
  ])('only what %s may see is left', async (_, owner, left) => {
    for (const each of OWNERS) {
      const reply = { owner: each, data: {}, savedAtMs: 0 };
      await keepReply({ store: 'directories', key: `/${each}`, part: 'list' }, reply);
      const credential = {
        owner: each,
        backend: '',
        credential: undefined,
        language: 'en',
      } as const;
      await database.credentials.put(credential);
    }
    await clearOfOthers(owner);
    expect((await database.directories.toArray()).map((row) => row.owner)).toEqual(left);
    expect((await database.credentials.toArray()).map((row) => row.owner)).toEqual([owner]);
  });
});
