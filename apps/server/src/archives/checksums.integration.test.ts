import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../test/start-server.ts';
import { createChecksumRepository } from './checksum-repository.ts';
import { createChecksums } from './checksums.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const versionOf = (key: string, etag = '"1"') => ({ configId: 'embedded', key, etag });

describe.each(DATABASES)('checksums on %s', (database) => {
  let server: TestServer;
  let checksums: ReturnType<typeof createChecksums>;
  const failures: unknown[] = [];
  beforeEach(async () => {
    server = await startServer(database);
    checksums = createChecksums({
      repository: createChecksumRepository(server.prisma),
      clock: server,
      onError: (error) => failures.push(error),
    });
  });
  afterEach(async () => {
    await checksums.close();
    await server.close();
    expect(failures.splice(0)).toEqual([]);
  });

  it('are found at once, for the version that they belong to and no other', async () => {
    checksums.remember(versionOf('a'), 0xffff_ffff);
    checksums.remember(versionOf('b'), 0);
    const wanted = [versionOf('b'), versionOf('none'), versionOf('a'), versionOf('a', '"2"')];
    expect(await checksums.find(wanted)).toEqual([0, undefined, 0xffff_ffff, undefined]);
    checksums.remember(versionOf('a', '"2"'), 7);
    expect(await checksums.find(wanted)).toEqual([0, undefined, undefined, 7]);
    expect(await server.prisma.objectChecksum.count()).toBe(2);
  });

  it('are written in groups, also by two processes in any order', async () => {
    const others = createChecksums({
      repository: createChecksumRepository(server.prisma),
      clock: server,
      onError: (error) => failures.push(error),
    });
    const keys = Array.from({ length: 1000 }, (_, at) => `k${at}`);
    for (const key of keys) checksums.remember(versionOf(key), 1);
    for (const key of keys.toReversed()) others.remember(versionOf(key), 1);
    await Promise.all([checksums.close(), others.close()]);
    expect(await server.prisma.objectChecksum.count()).toBe(1000);
  });

  it('of names that no database can hold are not looked for', async () => {
    for (const key of ['nul\0', 'half \ud800']) {
      checksums.remember(versionOf(key), 1);
      expect(await checksums.find([versionOf(key)])).toEqual([undefined]);
    }
  });

  it('stay for 30 days after their last use', async () => {
    for (const key of ['used', 'unused']) checksums.remember(versionOf(key), 1);
    await checksums.find([]);
    server.moveClock(29 * DAY_MS);
    expect([await checksums.find([versionOf('used')]), await checksums.sweep()]).toEqual([[1], 0]);
    server.moveClock(2 * DAY_MS);
    expect(await checksums.sweep()).toBe(1);
    expect(await checksums.find([versionOf('used'), versionOf('unused')])).toEqual([1, undefined]);
  });
});
