import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createSecretKey } from '#security/secret-key.ts';
import { DATABASE_OPTIONS } from '../../../test/database-options.ts';
import { createDatabase } from '../../../test/start-postgres.ts';
import { DATABASES } from '../../../test/start-server.ts';
import { type Database, openDatabase } from '../database.ts';

const { secretKey } = DATABASE_OPTIONS;
const otherKey = createSecretKey('another secret, of a replica set up badly');
const refusal = /^SECRET_KEY: the secrets in the database were encrypted with another key/;

describe.each(DATABASES)('what a database wants of its processes, on %s (CONTRACT A6)', (kind) => {
  let options: Parameters<typeof openDatabase>[0];
  const opened: Database[] = [];
  beforeEach(async () => {
    const serverUrl = inject('postgresUrl');
    options = {
      ...DATABASE_OPTIONS,
      dataDirectory: await mkdtemp(join(tmpdir(), 'satchel-claims-')),
      databaseUrl: kind === 'postgresql' && serverUrl ? await createDatabase(serverUrl) : undefined,
    };
  });
  afterEach(async () => {
    await closeAll();
    await rm(options.dataDirectory, { recursive: true, force: true });
  });
  const closeAll = () => Promise.all(opened.splice(0).map((database) => database.close()));
  const open = async (more: Partial<typeof options> = {}) => {
    const database = await openDatabase({ ...options, ...more });
    opened.push(database);
    return database;
  };
  /** Removes the claims, as an older version would leave the database. */
  const forgetClaims = ({ prisma }: Database) => prisma.setting.deleteMany();
  const addConfig = ({ prisma }: Database, id: string, sealed: string) => {
    const now = new Date();
    return prisma.storageConfig.create({
      data: {
        id,
        name: id,
        providerType: 'Other',
        isEmbedded: id === 'embedded',
        endpointUrl: 'http://storage.test',
        bucketName: 'bucket',
        accessKeyId: 'key',
        secretAccessKeyEncrypted: sealed,
        createdAt: now,
        updatedAt: now,
      },
    });
  };

  it('is the secret key of its first start, which it does not tell', async () => {
    const { prisma } = await open();
    const rows = await prisma.setting.findMany();
    expect(rows.map(({ key }) => key)).toEqual(['secret_key.claim']);
    expect(rows[0]?.createdAt.getTime()).toBeGreaterThan(Date.now() - 600_000);
    expect(JSON.stringify(rows)).not.toContain('one secret');
    await closeAll();
    await expect(open({ secretKey: otherKey })).rejects.toThrow(refusal);
    const again = await open();
    expect(await again.prisma.setting.findMany()).toEqual(rows);
  });

  it('is, where it is older than that, the key that opens what others have stored', async () => {
    const first = await open();
    // Every start with a wrong key encrypted the embedded store's secret again, so it proves nothing.
    await addConfig(first, 'embedded', otherKey.encrypt('secret'));
    await addConfig(first, 'external', secretKey.encrypt('secret'));
    await forgetClaims(first);
    await closeAll();
    await expect(open({ secretKey: otherKey })).rejects.toThrow(refusal);
    await open();
    await closeAll();
    await expect(open({ secretKey: otherKey })).rejects.toThrow(refusal);
  });

  it('is, where only the embedded store has a secret, the key that opens that', async () => {
    const first = await open();
    await addConfig(first, 'embedded', secretKey.encrypt('secret'));
    await forgetClaims(first);
    await closeAll();
    await expect(open({ secretKey: otherKey })).rejects.toThrow(refusal);
    const again = await open();
    expect(await again.prisma.setting.count()).toBe(1);
  });

  it.skipIf(kind === 'sqlite')(
    'is one key, also where two replicas with one each start at the same time',
    async () => {
      const keys = [secretKey, otherKey, secretKey, otherKey];
      const starts = await Promise.allSettled(keys.map((each) => open({ secretKey: each })));
      expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      const refused = starts.filter((start) => start.status === 'rejected');
      for (const { reason } of refused) expect(reason).toHaveProperty('name', 'StartError');
    },
  );
});
