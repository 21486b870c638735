import { expect, it } from 'vitest';
import { whenSent } from './when-sent.ts';

it('a wait for a queue that cannot be read ends, so that what it hides is shown again', async () => {
  // The test environment has no IndexedDB, like private windows of some browsers.
  expect('indexedDB' in globalThis).toBe(false);
  await expect(whenSent('batchDeletePastes', '/api/pastes', { ids: ['1'] })).resolves.toBe(
    undefined,
  );
});
