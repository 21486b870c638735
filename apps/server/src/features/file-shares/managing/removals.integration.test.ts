import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEMS, type System, startSystem } from '../../../../test/storages.ts';

/** More than one page of the sweep. */
const DELETIONS = 600;

describe.each(SYSTEMS)('pending deletions on %s and %s (SECURITY 12)', (...kinds) => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem(kinds);
  });
  afterAll(() => system.close());

  it('are done although the storage keeps one of the objects', async () => {
    const { server, storage } = system;
    const key = (at: number) => `.satchel/shares/${at}`;
    const [locked, last] = [key(0), key(DELETIONS - 1)];
    await storage.put(last);
    const now = server.now();
    await server.prisma.pendingDeletion.createMany({
      data: Array.from({ length: DELETIONS }, (_, at) => ({
        id: String(at).padStart(4, '0'),
        storageConfigId: storage.configId,
        objectKey: key(at),
        uploadId: null,
        createdAt: new Date(now.getTime() + at),
      })),
    });
    const error = `<Error><Key>${locked}</Key><Code>AccessDenied</Code></Error>`;
    storage.setFault(({ operation, count }) =>
      operation === 'delete' && count === 1
        ? { status: 200, xml: `<DeleteResult>${error}</DeleteResult>` }
        : undefined,
    );
    await server.sweep();
    const left = await server.prisma.pendingDeletion.findMany();
    expect(left.map(({ objectKey }) => objectKey)).toEqual([locked]);
    expect(await storage.keys('.satchel/')).not.toContain(last);
    expect(server.logs.join()).toContain(`AccessDenied: ${locked}`);
  });
});
