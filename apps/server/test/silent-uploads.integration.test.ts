import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from './mounted-storage.ts';
import { type System, startSystem } from './storages.ts';

const MEBIBYTE = 1024 * 1024;
const PATIENCE = { timeout: 20_000 };

describe('uploads to a storage that takes them and never answers (CONTRACT A6, SECURITY 12)', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem(['sqlite', 'local-s3']);
    await system.storage.mount('/silent');
    await (await useStorage(system.server)).mount('/other');
  });
  afterAll(() => system.close());

  /** Uploads a file of a length that the server does not know, so that it needs memory. */
  const upload = (path: string, signal?: AbortSignal) =>
    fetch(`${system.server.url}/dav${path}`, {
      method: 'PUT',
      headers: { authorization: system.server.authorization },
      body: Readable.toWeb(Readable.from(Array(24).fill(Buffer.alloc(MEBIBYTE)))),
      ...{ duplex: 'half', ...(signal ? { signal } : {}) },
    } as RequestInit);

  it('leave memory to those to other storages', async () => {
    const { server, storage } = system;
    const gone = new AbortController();
    const silence = Promise.withResolvers<'drop'>();
    let parts = 0;
    storage.setFault(({ operation }) => {
      if (operation !== 'PUT part') return undefined;
      parts += 1;
      return silence.promise;
    });
    for (const name of ['a', 'b', 'c', 'd']) {
      upload(`/silent/${name}.bin`, gone.signal).catch(() => undefined);
    }
    await expect.poll(() => parts, PATIENCE).toBeGreaterThanOrEqual(4);
    expect((await upload('/other/a.bin')).status).toBe(201);
    gone.abort();
    storage.setFault(undefined);
    // The server waits 40 seconds for silent parts before it closes.
    silence.resolve('drop');
    await expect.poll(() => server.prisma.objectWrite.count(), PATIENCE).toBe(0);
  });
});
