import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#database';
import { DATABASE_OPTIONS } from '../../../../test/database-options.ts';
import { DATABASES, newDatabaseUrl } from '../../../../test/start-server.ts';
import { createDeadProperties, type DeadProperties } from './repository.ts';

describe.each(DATABASES)('dead properties on %s (RFC 4918 4)', (kind) => {
  let directory = '';
  let database: Database;
  let properties: DeadProperties;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-properties-'));
    database = await openDatabase({
      ...DATABASE_OPTIONS,
      dataDirectory: directory,
      databaseUrl: await newDatabaseUrl(kind),
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
  const change = (name: string, property: string, setBy = 'me') =>
    properties.change(
      holder(name),
      [{ namespace: 'urn:x', name: property, element: '<x/>' }],
      setBy,
    );
  const namesOf = async (name: string) =>
    (await properties.listOf('store', [name])).get(name)?.length ?? 0;
  const add = (objectKey: string, bytes: number, setBy: string, count = 1) =>
    database.prisma.deadProperty.createMany({
      data: Array.from({ length: count }, (_, at) => ({
        ...{ storageConfigId: 'store', objectKey, namespace: 'urn:x', name: `n${at}` },
        ...{ element: '<x/>', bytes, setBy },
      })),
    });
  const full = { code: 'webdav.properties_full' };

  it('are set by many clients at the same moment, and none is refused', async () => {
    await Promise.all(Array.from({ length: 20 }, () => change('file', 'one')));
    expect(await namesOf('file')).toBe(1);
  });

  it('stay within a limit, whoever adds some at the same moment', async () => {
    await add('limited', 0, 'me', 95);
    const all = Array.from({ length: 20 }, (_, at) => change('limited', `p${at}`));
    const results = await Promise.allSettled(all);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await namesOf('limited')).toBe(100);
  });

  it('are few bytes of one caller, and of all callers, in one bucket (SECURITY 24)', async () => {
    const half = 32 * 1024 ** 2;
    await add('large', half, 'them');
    await change('room', 'one', 'them');
    await properties.copy(holder('large'), holder('second'), 'them');
    expect(await namesOf('second'), 'a copy that would be too much').toBe(0);
    await properties.copy(holder('large'), holder('second'), 'others');
    expect(await namesOf('second')).toBe(1);
    await add('larger', half, 'them');
    await expect(change('room', 'two', 'them')).rejects.toMatchObject(full);
    await change('room', 'two', 'others');
    expect(await namesOf('room')).toBe(2);
    await add('all', half, 'many', 6);
    await expect(change('room', 'three', 'others')).rejects.toMatchObject(full);
    await properties.remove('store', ['large', 'larger', 'second', 'all']);
    await change('room', 'three', 'them');
  });

  it('are counted with their names, their elements and what a row takes', async () => {
    await change('counted', 'one');
    const rows = await database.prisma.deadProperty.findMany({ where: { objectKey: 'counted' } });
    expect(rows.map(({ bytes, setBy }) => [bytes, setBy])).toEqual([[64 + 7 + 5 + 3 + 4, 'me']]);
  });

  it('are read of a few files, and by name', async () => {
    for (const name of ['r1', 'r2', 'r3'])
      for (const each of ['one', 'two']) await change(name, each);
    const wanted = [{ namespace: 'urn:x', name: 'two' }];
    const read = await properties.listOf('store', ['r1', 'r2/'], wanted);
    const found = [...read].map(([key, all]) => [key, all.map(({ name }) => name)]);
    expect(found.sort()).toEqual([
      ['r1', ['two']],
      ['r2', ['two']],
    ]);
  });

  it('go with files and with all that is in a directory, and stay with what is only called alike', async () => {
    const kept = ['a-b', 'a0', 'dir-2/x', 'dir0', 'ä'];
    const names = ['a', 'dir', 'dir/x', 'dir/sub/y', ...kept];
    for (const name of names) await change(name, 'one');
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
