import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '#database';
import { DATABASE_OPTIONS } from '../../../../test/database-options.ts';
import { createDatabase } from '../../../../test/start-postgres.ts';
import { DATABASES } from '../../../../test/start-server.ts';
import { createDeadProperties, type DeadProperties } from './repository.ts';

describe.each(DATABASES)('dead properties on %s (RFC 4918 4)', (kind) => {
  let directory = '';
  let database: Database;
  let properties: DeadProperties;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-properties-'));
    const serverUrl = inject('postgresUrl');
    database = await openDatabase({
      ...DATABASE_OPTIONS,
      dataDirectory: directory,
      databaseUrl: kind === 'postgresql' && serverUrl ? await createDatabase(serverUrl) : undefined,
    });
    const at = new Date();
    await database.prisma.storageConfig.create({
      data: {
        id: 'store',
        name: 'store',
        providerType: 'S3',
        endpointUrl: 'http://localhost',
        bucketName: 'bucket',
        accessKeyId: '',
        secretAccessKeyEncrypted: '',
        createdAt: at,
        updatedAt: at,
      },
    });
    properties = createDeadProperties(database.prisma, kind);
  });
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });

  const holder = (name: string) => ({ storageConfigId: 'store', name });
  const change = (name: string, property: string, isAllowed: (count: number) => boolean) =>
    properties.change(
      holder(name),
      [{ namespace: 'urn:x', name: property, element: '<x/>' }],
      (all) => isAllowed(all.length),
    );
  const namesOf = async (name: string) => (await properties.listOf(holder(name))).length;

  it('are set by many clients at the same moment, and none is refused', async () => {
    const all = Array.from({ length: 20 }, () => change('file', 'one', () => true));
    expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
    expect(await namesOf('file')).toBe(1);
  });

  it('stay within a limit, whoever adds some at the same moment', async () => {
    const all = Array.from({ length: 20 }, (_, at) =>
      change('limited', `p${at}`, (count) => count <= 5),
    );
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(5);
    expect(await namesOf('limited')).toBe(5);
  });

  it('go with files and with all that is in a directory, and stay with what is only called alike', async () => {
    const kept = ['a-b', 'a0', 'dir-2/x', 'dir0', 'ä'];
    const names = ['a', 'dir', 'dir/x', 'dir/sub/y', ...kept];
    for (const name of names) await change(name, 'one', () => true);
    await properties.remove('store', [
      'a',
      'dir/',
      ...Array.from({ length: 500 }, (_, i) => `n${i}`),
    ]);
    const left = await Promise.all(
      names.map(async (name) => ((await namesOf(name)) > 0 ? name : [])),
    );
    expect(left.flat()).toEqual(kept);
  });
});
