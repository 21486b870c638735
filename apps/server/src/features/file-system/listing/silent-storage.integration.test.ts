import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type System, startSystem } from '../../../../test/storages.ts';

const DEADLINES = { metadataMs: 2000, transferMs: 5000, silenceMs: 5000 };

describe('listing a storage that accepts and never answers (CONTRACT A6)', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem(['sqlite', 'local-s3'], {}, { storage: DEADLINES });
    await system.storage.mount('/m');
  });
  afterAll(() => system.close());

  /** Lists once, unlike our own client, which retries after a slow storage. */
  const list = (options: RequestInit = {}) => {
    const { url, authorization } = system.server;
    return fetch(`${url}/api/fs/list?path=/m`, { headers: { authorization }, ...options });
  };

  it('is 504 after one deadline for all attempts', async () => {
    const { storage } = system;
    storage.takeRequests();
    storage.setFault(() => new Promise(() => undefined));
    const reply = await list();
    expect([reply.status, await reply.json()]).toEqual([
      504,
      expect.objectContaining({ error: 'storage.timeout' }),
    ]);
    expect(storage.takeRequests()).toEqual(['list']);
    await vi.waitFor(() => expect(storage.running()).toBe(0));
  });

  it('ends with the caller', async () => {
    const { storage } = system;
    storage.setFault(() => new Promise(() => undefined));
    const caller = new AbortController();
    const gone = list({ signal: caller.signal });
    gone.catch(() => undefined);
    await vi.waitFor(() => expect(storage.running()).toBe(1));
    caller.abort();
    await expect(gone).rejects.toThrow();
    // The request ends earlier than its deadline.
    await vi.waitFor(() => expect(storage.running()).toBe(0), { timeout: 1000 });
  });
});
