import type { Credential } from '@satchel/api-client';
import {
  applyStorageCors,
  createStorageConfig,
  getStorageConfig,
  testStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEMS, type System, startSystem } from '../../../test/storages.ts';
import { vary } from '../../../test/vary.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

type Body = Partial<EndpointInput<typeof createStorageConfig>['body']>;

const PAGES = 'https://pages.example.com';
const WELL = { success: true, error: null };

/** Runs on one database only, because the result depends on the storage's wording and not on the database. */

describe.each(SYSTEM)('tests of a real bucket, on %s with %s (CONTRACT F5)', (...names) => {
  let system: System;
  let admin: Credential;
  beforeAll(async () => {
    system = await startSystem(names, { CORS_ORIGINS: PAGES });
    admin = { kind: 'admin', token: system.server.authorization.slice('Bearer '.length) };
  });
  afterAll(() => system.close());

  /** Creates a config of a bucket without CORS rules, with these changes. */
  const create = async (body: Body = {}) => {
    const { configId: id, secretAccessKey } = await system.addStorage();
    const { endpoint_url, bucket_name } = await system.server.api.call(getStorageConfig, {
      params: { id },
    });
    const row = await system.server.prisma.storageConfig.findUniqueOrThrow({ where: { id } });
    const config = {
      name: 'Tested',
      provider_type: 'Ceph',
      endpoint_url,
      bucket_name,
      access_key_id: row.accessKeyId,
      secret_access_key: secretAccessKey,
      path_style: true,
      ...body,
    };
    return system.server.api.call(createStorageConfig, { body: config });
  };
  const run = (id: string, language = 'en') =>
    system.server.apiAs(admin, language).call(testStorageConfig, { params: { id } });
  const applyCors = (id: string) => system.server.api.call(applyStorageCors, { params: { id } });

  it('find only the CORS rules missing in a new bucket, and nothing once they are applied', async () => {
    const { id, endpoint_url, bucket_name } = await create({ default_folder: 'inbox' });
    const before = await run(id);
    expect(before.result).toMatchObject({
      read: { ...WELL, prefix: 'inbox/', objectCount: 0 },
      write: { ...WELL, cleaned: true },
      range: WELL,
      multipart: WELL,
      cors: { success: false, uploadSupported: false, note: expect.stringContaining('Apply the') },
      frontendSim: { success: false, failedAt: 'step2' },
      clock: WELL,
    });
    expect(await applyCors(id)).toEqual({ allowed_origins: [system.server.url, PAGES] });
    const after = await run(id);
    expect(after.result).toMatchObject({
      cors: { ...WELL, uploadSupported: true, allowOrigin: system.server.url },
      frontendSim: { ...WELL, steps: { step1: WELL, step2: WELL, step3: WELL } },
      globalNote: 'Everything works.',
    });
    expect(after).toMatchObject({ success: true, result: { read: { objectCount: 0 } } });
    const preflight = await fetch(`${endpoint_url}/${bucket_name}/x`, {
      method: 'OPTIONS',
      headers: { origin: PAGES, 'access-control-request-method': 'PUT' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe(PAGES);
  });

  it('reach a bucket by its path at an address without a name, whatever is ticked', async () => {
    const { id } = await create({ path_style: false });
    await applyCors(id);
    expect(await run(id)).toMatchObject({ success: true });
  });

  it.each<[string, Body, string, RegExp, RegExp]>([
    [
      'a wrong secret',
      { secret_access_key: 'no' },
      'SignatureDoesNotMatch',
      /secret key/,
      /私有密钥/,
    ],
    ['an unknown key id', { access_key_id: 'NOBODY' }, 'InvalidAccessKeyId', /key id/, /密钥 ID/],
    ['a missing bucket', { bucket_name: 'nowhere' }, 'NoSuchBucket', /Create it/, /创建存储桶/],
    ['a closed port', { endpoint_url: 'http://127.0.0.1:1' }, 'ECONNREFUSED', /port/, /端口/],
    ['no such host', { endpoint_url: 'http://no.invalid' }, 'ENOTFOUND', /path style/, /路径样式/],
  ])('say how to mend %s, in both languages (CONTRACT A1)', async (_, body, code, en, zh) => {
    const { id } = await create(body);
    const { success, result } = await run(id);
    expect(success).toBe(false);
    expect(result.read).toMatchObject({ success: false, code, note: expect.stringMatching(en) });
    expect(result.write).toMatchObject({
      ...{ success: false, error: 'Not checked', skipped: true },
    });
    expect((await run(id, 'zh-CN')).result.read.note).toMatch(zh);
  });

  it('tell https where there is only http from a certificate that is not trusted', async () => {
    const { endpoint_url } = await create();
    const { id } = await create({ endpoint_url: endpoint_url.replace('http:', 'https:') });
    const { read } = (await run(id)).result;
    expect(read.error).toContain('does not speak https');
    expect(read.note).toContain('http://');
    await expect(applyCors(id)).rejects.toMatchObject({ code: 'storage.unavailable' });
  });

  it('say of the server’s own address that it speaks no S3', async () => {
    const { id } = await create({ endpoint_url: system.server.url });
    expect((await run(id)).result.read.error).toContain('does not speak S3');
  });
});
