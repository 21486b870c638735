import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '@satchel/api-client';
import { listAuditEvents } from '@satchel/api-client/contract/audit-log';
import { listFileShares } from '@satchel/api-client/contract/file-shares';
import { listDirectory } from '@satchel/api-client/contract/file-system';
import { getSetting } from '@satchel/api-client/contract/settings';
import { listTextShares } from '@satchel/api-client/contract/text-shares';
import { runCommand } from '@satchel/server/test/run-command';
import { connectAsAdmin } from '@satchel/server/test/share-contents';
import { type OwnBucket, startBucket, startLocalS3Server } from '@satchel/server/test/start-bucket';
import { type Child, startChild } from '@satchel/server/test/start-child';
import { createDatabase } from '@satchel/server/test/start-postgres';
import { S3_CREDENTIALS } from '@satchel/server/test/start-s3';
import { ADMIN, DATABASES, SECRET_KEY } from '@satchel/server/test/start-server';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  CLOUDPASTE_KEY,
  LOST_PASSWORD_SLUG,
  writeCloudPaste,
} from '../../test/cloudpaste-database.ts';

const OBJECTS = ['up/report.txt', 'up/guarded.txt', 'mounted.txt'];

let folder = '';
let children: Child[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
  children = [];
});

describe.each(DATABASES)('satchel import cloudpaste on %s', (database) => {
  let bucket: OwnBucket;
  let file = '';
  let env: Record<string, string> = {};
  beforeEach(async () => {
    bucket = await startBucket(await startLocalS3Server());
    await bucket.put(OBJECTS);
    file = join(await mkdtemp(join(folder, 'cloudpaste-')), 'cloudpaste.db');
    writeCloudPaste(file, { endpoint: bucket.url, bucket: bucket.name, ...S3_CREDENTIALS });
    env = { DATA_DIR: await mkdtemp(join(folder, 'data-')), ADMIN_PASSWORD: ADMIN.password };
    const serverUrl = inject('postgresUrl');
    if (database === 'postgresql' && serverUrl) {
      Object.assign(env, { DATABASE_URL: await createDatabase(serverUrl), SECRET_KEY });
    }
    await whileRunning(async () => undefined);
  });
  afterEach(() => bucket.close());

  async function whileRunning<Result>(
    work: (url: string, api: ApiClient) => Promise<Result>,
  ): Promise<Result> {
    const child = startChild(await freePort(), env);
    children.push(child);
    await child.ready;
    const result = await work(child.url, await connectAsAdmin(child.url, ADMIN));
    child.process.kill('SIGTERM');
    expect(await child.ended, child.errors()).toBe(0);
    return result;
  }

  const importIt = (...words: string[]) =>
    runCommand(['import', 'cloudpaste', file, ...words], env);
  /** Every text and file, with its storage location. */
  const listed = (api: ApiClient) =>
    Promise.all([
      api.call(listTextShares, { query: { limit: 100 } }),
      api.call(listFileShares, { query: { limit: 100 } }),
    ]).then(([texts, files]) => ({ texts: texts.data, files: files.data.files }));

  const importsNoted = async (api: ApiClient) =>
    (await api.call(listAuditEvents, { query: { area: 'server' } })).data;

  it('brings texts, files, storage, mount, key and settings, and says what did not come along', async () => {
    const before = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    const { exitCode, output, errors } = await importIt();
    expect(exitCode, errors).toBe(0);
    expect(
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ).toBe(before);
    expect(output).toContain('over: expired or used up');
    expect(output).toContain('gone: its object is not in the storage');
    expect(output).toMatch(/upload: is now at \w{6}/);
    expect(output).toContain('Administrators do not come along (boss): admin owns');
    const newPassword =
      new RegExp(`${LOST_PASSWORD_SLUG}: .* is now (\\S+)`).exec(output)?.[1] ?? '';

    await whileRunning(async (url, api) => {
      const read = async (path: string, password = '') => {
        const reply = await fetch(url + path, { headers: { 'x-share-password': password } });
        return reply.ok ? reply.text() : reply.status;
      };
      expect(await read('/api/raw/hello')).toBe('# 你好');
      expect(await read('/api/raw/secret')).toBe(401);
      expect(await read('/api/raw/secret', 'open')).toBe('guarded');
      expect(await read(`/api/raw/${LOST_PASSWORD_SLUG}`)).toBe(401);
      expect(await read(`/api/raw/${LOST_PASSWORD_SLUG}`, newPassword)).toBe('lost');
      expect(await read('/api/file-download/report')).toBe('up/report.txt');
      expect(await read('/api/file-download/guarded', 'sesame')).toBe('up/guarded.txt');
      expect(await read('/api/file-download/guarded')).toBe(401);
      expect(await read('/api/file-download/mounted')).toBe('mounted.txt');

      const asKey = { headers: { authorization: `ApiKey ${CLOUDPASTE_KEY}` } };
      const own = await (await fetch(`${url}/api/pastes`, asKey)).json();
      expect(own).toMatchObject({
        data: [{ slug: 'secret', created_at: '2025-05-01T10:00:00.000Z' }],
      });
      // Instead of the mount of a fresh installation, which nobody has used.
      const { items } = await api.call(listDirectory, { query: { path: '/files' } });
      expect(items.map(({ name }) => name)).toEqual(['up', 'mounted.txt']);
      const { value } = await api.call(getSetting, { query: { key: 'site_title' } });
      expect(value).toBe('My old site');
      expect(await importsNoted(api)).toMatchObject([
        { action: 'server.imported', target: 'cloudpaste.db', actor: { kind: 'operator' } },
      ]);
    });
    // The storage itself copied the objects to keys outside of mounts; the mounted one stays.
    expect(bucket.requests.filter((operation) => operation === 'copy')).toHaveLength(2);
    const shared = await bucket.keys('.satchel/shares/');
    expect(shared).toEqual([
      expect.stringMatching(/^\.satchel\/shares\/up\/guarded-\w{6}\.txt$/),
      expect.stringMatching(/^\.satchel\/shares\/up\/report-\w{6}\.txt$/),
    ]);
  });

  it('makes nothing twice, and nothing at all in a dry run', async () => {
    const nothing = await whileRunning((_, api) => listed(api));
    const dry = await importIt('--dry-run');
    expect(dry.exitCode, dry.errors).toBe(0);
    expect(dry.output).toContain('texts: 4 imported');
    expect(dry.output).toContain('Nothing was changed');
    expect(await whileRunning((_, api) => listed(api))).toEqual(nothing);
    expect(await whileRunning((_, api) => importsNoted(api))).toEqual([]);
    expect(await bucket.keys('.satchel/')).toEqual([]);

    await importIt();
    const once = await whileRunning((_, api) => listed(api));
    expect([once.texts.length, once.files.length]).toEqual([4, 3]);
    const keys = await bucket.keys();
    const again = await importIt();
    expect(again.exitCode, again.errors).toBe(0);
    expect(again.output).toContain('texts: 0 imported, 4 were here already');
    expect(again.output).toContain('storages: 0 imported, 1 were here already');
    expect(await whileRunning((_, api) => listed(api))).toEqual(once);
    expect(await bucket.keys()).toEqual(keys);
  });

  it('leaves objects where they are with --in-place', async () => {
    expect((await importIt('--in-place')).exitCode).toBe(0);
    expect(await bucket.keys('.satchel/')).toEqual([]);
    const text = await whileRunning(async (url) =>
      (await fetch(`${url}/api/file-download/report`)).text(),
    );
    expect(text).toBe('up/report.txt');
  });

  it('refuses what is no database of CloudPaste', async () => {
    await writeFile(file, 'no database');
    const { exitCode, errors } = await importIt();
    expect(exitCode).toBe(1);
    expect(errors).toContain('is no SQLite database');
  });
});
