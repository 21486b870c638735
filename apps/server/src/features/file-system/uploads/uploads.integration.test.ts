import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteApiKey } from '@satchel/api-client/contract/api-keys';
import { makeDirectory } from '@satchel/api-client/contract/file-system';
import {
  abortEntryMultipart,
  commitEntry,
  completeEntryMultipart,
  initEntryMultipart,
  listEntryParts,
  listEntryUploads,
  presignEntry,
  signEntryParts,
} from '@satchel/api-client/contract/file-system-uploads';
import { deleteMount } from '@satchel/api-client/contract/mounts';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { updateStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEMS, type System, startSystem } from '../../../../test/storages.ts';
import { vary } from '../../../../test/vary.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

const MEBIBYTE = 1024 * 1024;
const PART = 5 * MEBIBYTE;
const { mount_upload } = PERMISSION_FLAGS;

describe.each(SYSTEM)('uploading below mounts on %s with %s (CONTRACT A3, F7)', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let close: System['close'];
  let mountId = '';
  beforeAll(async () => {
    ({ server, storage, close } = await startSystem(system));
    mountId = await storage.mount('/m');
  });
  afterAll(() => close());
  afterEach(() => storage.clear());

  const put = async (url: string, body: string | Uint8Array<ArrayBuffer>) => {
    const reply = await fetch(url, { method: 'PUT', body });
    expect(reply.status).toBe(200);
    return reply.headers.get('etag') ?? '';
  };
  const form = (
    fields: Record<string, string>,
    order: 'file first' | 'file last',
    text = 'text',
  ) => {
    const data = new FormData();
    const file = () => data.append('file', new Blob([text]), 'naïve 文.txt');
    if (order === 'file first') file();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    if (order === 'file last') file();
    return data;
  };
  const post = async (body: FormData, authorization = server.authorization) => {
    const reply = await fetch(`${server.url}/api/fs/upload`, {
      method: 'POST',
      headers: { authorization },
      body,
    });
    return (await reply.json()) as { code: number; error?: string; data: Record<string, unknown> };
  };
  const setting = (values: Record<string, string | number>) =>
    server.api.call(updateSettingGroup, { params: { group: '1' }, query: {}, body: values });

  describe('as a form', () => {
    it.each(['file first', 'file last'] as const)('with its %s', async (order) => {
      const { data } = await post(form({ path: '/m/d', use_multipart: 'false' }, order));
      expect(data).toMatchObject({
        success: true,
        fileName: 'naïve 文.txt',
        size: 4,
        contentType: 'text/plain',
        s3Path: 'd/naïve 文.txt',
      });
      expect(await storage.read('d/naïve 文.txt')).toBe('text');
    });

    it('only announces the file where use_multipart is true', async () => {
      const { data } = await post(form({ path: '/m/d/', use_multipart: 'true' }, 'file first'));
      expect(data).toMatchObject({ key: 'd/naïve 文.txt', partCount: 1, mount_id: mountId });
      expect(await storage.keys()).toEqual([]);
      const body = { path: '/m/d', fileName: 'naïve 文.txt', uploadId: String(data.uploadId) };
      await server.api.call(abortEntryMultipart, { body });
    });

    it('refuses one without file, without directory, or in a directory of others', async () => {
      const nothing = new FormData();
      nothing.append('path', '/m');
      expect(await post(nothing)).toMatchObject({ error: 'file_shares.file_missing', code: 400 });
      expect(await post(form({}, 'file first'))).toMatchObject({
        error: 'file_system.path_invalid',
      });
      const key = await server.createApiKey({ permissions: mount_upload, basePath: '/m/a' });
      for (const path of ['/m/b', '/m', '/m/a/../b', '/m/ab']) {
        for (const order of ['file first', 'file last'] as const) {
          const { code } = await post(form({ path }, order), key.authorization);
          expect([400, 403]).toContain(code);
        }
      }
      expect(await storage.keys()).toEqual([]);
    });

    it('is refused under the name of a folder or a mount, as are the other uploads', async () => {
      const fileName = 'naïve 文.txt';
      await server.api.call(makeDirectory, { body: { path: `/m/${fileName}` } });
      const taken = { code: 'file_system.exists', status: 409 };
      const body = { path: '/m', fileName, fileSize: 4 };
      for (const order of ['file first', 'file last'] as const) {
        expect(await post(form({ path: '/m' }, order))).toMatchObject({ error: taken.code });
      }
      const { presignedUrl, targetPath, fileId } = await server.api.call(presignEntry, { body });
      await put(presignedUrl, 'text');
      const commit = { targetPath, mountId, fileId };
      await expect(server.api.call(commitEntry, { body: commit })).rejects.toMatchObject(taken);
      const { presignedUrls, uploadId } = await server.api.call(initEntryMultipart, { body });
      const parts = [{ PartNumber: 1, ETag: await put(presignedUrls[0]?.url ?? '', 'text') }];
      const complete = { path: '/m', fileName, uploadId, parts };
      const completed = server.api.call(completeEntryMultipart, { body: complete });
      await expect(completed).rejects.toMatchObject(taken);
      expect(await storage.keys()).toEqual([`${fileName}/`]);

      const mount = { path: '/', fileName: 'm', fileSize: 4 };
      await expect(server.api.call(presignEntry, { body: mount })).rejects.toMatchObject(taken);
    });

    it('cuts off what is larger than max_upload_size, and keeps what was there', async () => {
      await storage.put('naïve 文.txt', 'before');
      await setting({ max_upload_size: 1 });
      for (const order of ['file first', 'file last'] as const) {
        const body = form({ path: '/m' }, order, 'x'.repeat(MEBIBYTE + 1));
        expect(await post(body)).toMatchObject({ error: 'file_shares.too_large', code: 413 });
      }
      await setting({ max_upload_size: 100 });
      expect(await storage.read('naïve 文.txt')).toBe('before');
    });

    it('stores no more than the storage may hold, and keeps what was there (SPEC 8)', async () => {
      const limit = (total_storage_bytes: number) =>
        server.api.call(updateStorageConfig, {
          params: { id: storage.configId },
          body: { total_storage_bytes },
        });
      await storage.put('naïve 文.txt', 'before');
      await server.prisma.objectWrite.deleteMany();
      await limit(100);
      for (const order of ['file first', 'file last'] as const) {
        const body = form({ path: '/m' }, order, 'x'.repeat(101));
        expect(await post(body)).toMatchObject({ error: 'storage.insufficient', code: 507 });
        expect(await storage.read('naïve 文.txt')).toBe('before');
        // Exactly the free quota, in a form that is longer than its file.
        expect(await post(form({ path: '/m' }, order, 'x'.repeat(100)))).toMatchObject({
          code: 200,
        });
        await storage.put('naïve 文.txt', 'before');
      }
      await limit(0);
    });

    it('stores no more than the storage may hold of many at once (SPEC 8)', async () => {
      const limit = (total_storage_bytes: number) =>
        server.api.call(updateStorageConfig, {
          params: { id: storage.configId },
          body: { total_storage_bytes },
        });
      await server.prisma.objectWrite.deleteMany();
      await limit(2.5 * MEBIBYTE);
      const replies = await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((directory) =>
          post(form({ path: `/m/${directory}` }, 'file last', 'x'.repeat(MEBIBYTE))),
        ),
      );
      const codes = replies.map(({ code }) => code).sort();
      expect(codes).toEqual([200, 200, 507, 507, 507, 507]);
      expect(await storage.keys()).toHaveLength(2);
      await limit(0);
    });

    it('gives a clash a suffix where the setting says so (CONTRACT F7.1)', async () => {
      await setting({ file_naming_strategy: 'random_suffix' });
      const names = [];
      await server.api.call(makeDirectory, { body: { path: '/m/folder/naïve 文.txt' } });
      const id = await storage.mount('/m/mounts/below');
      for (const path of ['/m', '/m', '/m/folder'])
        names.push((await post(form({ path }, 'file last'))).data.fileName);
      const ofMount = { path: '/m/mounts', fileName: 'below', fileSize: 4 };
      const { targetPath } = await server.api.call(presignEntry, { body: ofMount });
      await server.api.call(deleteMount, { params: { id } });
      await setting({ file_naming_strategy: 'overwrite' });
      expect(names[0]).toBe('naïve 文.txt');
      expect(targetPath).toMatch(/^\/m\/mounts\/below-\w{6}$/);
      // Clashes with the file, and with a folder of the same name.
      for (const name of names.slice(1)) expect(name).toMatch(/^naïve 文-\w{6}\.txt$/);
    });
  });

  describe('by presigned URL', () => {
    const presign = (fileName: string, fileSize?: number, api = server.api) =>
      api.call(presignEntry, { body: { path: '/m/up/', fileName, contentType: 'x/y', fileSize } });
    type Presigned = Awaited<ReturnType<typeof presign>>;
    const commit = (
      { targetPath, fileId }: Pick<Presigned, 'targetPath' | 'fileId'>,
      more: { etag?: string; fileSize?: number | string; mountId?: string } = {},
      api = server.api,
    ) => api.call(commitEntry, { body: { targetPath, mountId, fileId, ...more } });

    it('stores a file, and says at commit what storage has', async () => {
      const presigned = await presign('a.md', 5);
      expect(presigned).toMatchObject({
        s3Path: 'up/a.md',
        mountId,
        s3ConfigId: storage.configId,
        targetPath: '/m/up/a.md',
        contentType: 'text/markdown',
      });
      expect(presigned.presignedUrl).not.toMatch(/x-amz-checksum/i);
      const etag = await put(presigned.presignedUrl, '12345');
      const done = { fileName: 'a.md', targetPath: '/m/up/a.md', fileSize: 5 };
      expect(await commit(presigned, { etag, fileSize: '5' })).toEqual(done);
      expect(await commit(presigned)).toEqual(done);
    });

    it('commits what a replica was committing when it was killed, as soon as that is known (SECURITY 18)', async () => {
      const begun = await presign('killed', 5);
      await put(begun.presignedUrl, '12345');
      const claimedUntil = new Date(server.now().getTime() + 30_000);
      await server.prisma.objectWrite.update({
        where: { id: begun.fileId },
        data: { state: 'completing', claim: 'shared', claimedUntil, holder: 'killed' },
      });
      const committed = commit(begun);
      // Waits until it waits for the other call.
      await sleep(500);
      server.moveClock(31_000);
      expect(await committed).toMatchObject({ fileSize: 5 });
      expect(await storage.read('up/killed')).toBe('12345');
    });

    it('commits only what this caller has uploaded there (SECURITY 3)', async () => {
      const [a, b] = [await presign('a'), await presign('b')];
      await expect(commit(a)).rejects.toMatchObject({ code: 'file_system.not_uploaded' });
      const etag = await put(a.presignedUrl, '12345');
      const unknown = { code: 'file_system.upload_unknown', status: 404 };
      await expect(commit({ ...a, fileId: b.fileId })).rejects.toMatchObject(unknown);
      await expect(commit({ ...b, targetPath: a.targetPath })).rejects.toMatchObject(unknown);
      await expect(commit({ ...a, fileId: 'forged.x' })).rejects.toMatchObject(unknown);
      await expect(commit(a, { mountId: 'other' })).rejects.toMatchObject(unknown);
      const { api } = await server.createApiKey({ permissions: mount_upload });
      await expect(commit(a, {}, api)).rejects.toMatchObject(unknown);
      await expect(commit(a, { fileSize: 4 })).rejects.toMatchObject({
        code: 'file_system.size_mismatch',
      });
      await expect(commit(a, { etag: '"x"' })).rejects.toMatchObject({
        code: 'file_system.etag_mismatch',
      });
      expect(await commit(a, { etag })).toMatchObject({ fileSize: 5 });
      server.moveClock(25 * 60 * 60 * 1000);
      await expect(commit(a)).rejects.toMatchObject({ status: expect.any(Number) });
      server.moveClock(-25 * 60 * 60 * 1000);
    });

    it('means the latest upload of a client that gives no fileId (CONTRACT F7)', async () => {
      const commitBare = (targetPath: string) =>
        server.api.call(commitEntry, { body: { targetPath, mountId } });
      await storage.put('here', 'older');
      await expect(commitBare('/m/here')).rejects.toMatchObject({
        code: 'file_system.upload_unknown',
      });
      await presign('a', 3);
      const latest = await presign('a', 5);
      await put(latest.presignedUrl, '12345');
      expect(await commitBare('/m/up/a')).toMatchObject({ fileSize: 5 });
      expect(await storage.keys()).toEqual(['here', 'up/a']);
    });

    it('shows nothing before commit, and nothing of its URL after it (SECURITY 14)', async () => {
      await storage.put('up/a', 'older');
      const presigned = await presign('a', 5);
      await put(presigned.presignedUrl, '12345');
      expect(await storage.read('up/a')).toBe('older');
      await commit(presigned);
      expect(await storage.read('up/a')).toBe('12345');
      const late = await fetch(presigned.presignedUrl, { method: 'PUT', body: '54321' });
      expect(late.status).toBe(404);
      expect(await storage.read('up/a')).toBe('12345');
    });

    it('keeps what was there where both of two truthful uploads of it come at once (SECURITY 14)', async () => {
      const params = { id: storage.configId };
      await storage.put('up/a.bin', 'x'.repeat(600));
      await server.prisma.objectWrite.deleteMany();
      await server.api.call(updateStorageConfig, { params, body: { total_storage_bytes: 1000 } });
      const uploads = await Promise.all([presign('a.bin', 800), presign('a.bin', 800)]);
      for (const [at, { presignedUrl }] of uploads.entries()) {
        await put(presignedUrl, String(at).repeat(800));
      }
      const commits = await Promise.allSettled(uploads.map((upload) => commit(upload)));
      expect(commits.some(({ status }) => status === 'fulfilled')).toBe(true);
      expect(await storage.read('up/a.bin')).toMatch(/^(0{800}|1{800})$/);
      await server.api.call(updateStorageConfig, { params, body: { total_storage_bytes: 0 } });
    });

    it('is worth nothing when its mount or its key is gone (SECURITY 14)', async () => {
      const open = await storage.openUploads();
      const key = await server.createApiKey({ permissions: mount_upload });
      const ofKey = await presign('of-key', 1, key.api);
      await server.api.call(deleteApiKey, { params: { id: key.id } });
      const gone = await storage.mount('/gone');
      const ofMount = await server.api.call(presignEntry, {
        body: { path: '/gone/', fileName: 'of-mount', fileSize: 1 },
      });
      await server.api.call(deleteMount, { params: { id: gone } });
      for (const { presignedUrl } of [ofKey, ofMount]) {
        expect((await fetch(presignedUrl, { method: 'PUT', body: 'x' })).status).toBe(404);
      }
      expect(await storage.openUploads()).toEqual(open);
    });

    it('refuses what is announced too large, and removes what turns out so', async () => {
      await setting({ max_upload_size: 1 });
      await expect(presign('a', MEBIBYTE + 1)).rejects.toMatchObject({
        code: 'file_shares.too_large',
      });
      const presigned = await presign('a', 1);
      await put(presigned.presignedUrl, 'x'.repeat(MEBIBYTE + 1));
      await expect(commit(presigned)).rejects.toMatchObject({ code: 'file_shares.too_large' });
      await setting({ max_upload_size: 100 });
      expect(await storage.keys()).toEqual([]);
    });

    it('holds the capacity of the storage, overwriting included (SPEC 8)', async () => {
      const limit = (total_storage_bytes: number) =>
        server.api.call(updateStorageConfig, {
          params: { id: storage.configId },
          body: { total_storage_bytes },
        });
      await storage.put('up/a', 'x'.repeat(600));
      await server.prisma.objectWrite.deleteMany();
      await limit(1000);
      await expect(presign('b', 401)).rejects.toMatchObject({
        code: 'storage.insufficient',
        status: 507,
      });
      const b = await presign('b', 300);
      await presign('a', 700);
      await expect(presign('c', 1)).rejects.toMatchObject({ code: 'storage.insufficient' });
      await put(b.presignedUrl, 'x'.repeat(300));
      // Another program has used the quota in the meantime; the quota at commit decides.
      await storage.put('up/foreign', 'x'.repeat(90));
      await expect(commit(b)).rejects.toMatchObject({ code: 'storage.insufficient' });
      expect(await storage.keys()).toEqual(['up/a', 'up/foreign']);
      await limit(0);
    });
  });

  describe('in parts', () => {
    const init = (fileSize: number, body = {}, api = server.api) =>
      api.call(initEntryMultipart, {
        body: { path: '/m/parts/', fileName: 'big.bin', fileSize, ...body },
      });
    const reference = ({ uploadId }: { uploadId: string }) => ({
      path: '/m/parts/',
      fileName: 'big.bin',
      uploadId,
    });
    const content = randomBytes(PART + 10);
    const uploadParts = async (urls: readonly { partNumber: number; url: string }[]) => {
      const parts = [];
      for (const { partNumber, url } of urls) {
        const body = Uint8Array.from(content.subarray((partNumber - 1) * PART, partNumber * PART));
        parts.push({ PartNumber: partNumber, ETag: await put(url, body) });
      }
      return parts;
    };

    it('go on after a break, and are joined once however often it is said', async () => {
      const started = await init(content.length, { partSize: '5242880', urlCount: 1 });
      expect(started).toMatchObject({
        key: 'parts/big.bin',
        partSize: PART,
        partCount: 2,
        path: '/m/parts/big.bin',
        storage_type: 'S3',
      });
      expect(started.presignedUrls).toHaveLength(1);
      const [first] = await uploadParts(started.presignedUrls);
      const { uploads } = await server.api.call(listEntryUploads, { body: { path: '/m/parts' } });
      expect(uploads).toMatchObject([
        { uploadId: started.uploadId, key: 'parts/big.bin', path: '/m/parts/big.bin' },
      ]);
      const file = { path: '/m/parts/big.bin', uploadId: started.uploadId };
      const { parts } = await server.api.call(listEntryParts, { body: file });
      expect(parts).toMatchObject([{ partNumber: 1, size: PART, etag: first?.ETag }]);
      const signed = await server.api.call(signEntryParts, { body: { ...file, partNumbers: [2] } });
      const second = await uploadParts(signed.presignedUrls);
      const body = { ...reference(started), parts: [first, ...second].filter((part) => !!part) };
      const joined = await server.api.call(completeEntryMultipart, { body });
      expect(joined).toMatchObject({
        success: true,
        size: content.length,
        s3Path: 'parts/big.bin',
      });
      expect(await server.api.call(completeEntryMultipart, { body })).toEqual(joined);
      const stored = await storage.bucket.get('parts/big.bin', {
        signal: AbortSignal.timeout(10_000),
      });
      const hash = createHash('sha256');
      for await (const chunk of stored?.body ?? []) hash.update(chunk);
      expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
      const left = await server.api.call(listEntryUploads, { body: { path: '/m' } });
      expect(left.uploads).toEqual([]);
    });

    it('grow in whole MiB so that 10,000 suffice, and all URLs come along unless told', async () => {
      await setting({ max_upload_size: 200_000 });
      const size = 60_000 * MEBIBYTE;
      const { partSize, partCount, presignedUrls } = await init(size);
      expect([partSize, partCount]).toEqual([6 * MEBIBYTE, 10_000]);
      expect(presignedUrls).toHaveLength(10_000);
      await setting({ max_upload_size: 100 });
    });

    it('belong to whoever began them (SECURITY 2)', async () => {
      const key = (basePath = '/m') => server.createApiKey({ permissions: mount_upload, basePath });
      const [owner, stranger, outside] = [await key(), await key(), await key('/m/other')];
      const started = await init(10, {}, owner.api);
      const parts = [{ PartNumber: 1, ETag: '"x"' }];
      const body = reference(started);
      const calls = (api: typeof server.api, path = body.path) => [
        () => api.call(completeEntryMultipart, { body: { ...body, path, parts } }),
        () => api.call(listEntryParts, { body: { ...body, path } }),
        () => api.call(signEntryParts, { body: { ...body, path, partNumbers: [1] } }),
      ];
      for (const call of calls(stranger.api)) {
        await expect(call()).rejects.toMatchObject({ code: 'file_system.upload_unknown' });
      }
      for (const call of calls(owner.api, '/m/elsewhere/')) {
        await expect(call()).rejects.toMatchObject({ code: 'file_system.upload_unknown' });
      }
      for (const call of calls(outside.api)) {
        await expect(call()).rejects.toMatchObject({ code: 'auth.outside_base_path' });
      }
      const unknown = { code: 'file_system.upload_unknown', status: 404 };
      await expect(stranger.api.call(abortEntryMultipart, { body })).rejects.toMatchObject(unknown);
      const list = (api: typeof server.api) =>
        api.call(listEntryUploads, { body: { path: '/m/parts' } });
      expect((await list(stranger.api)).uploads).toEqual([]);
      expect((await list(owner.api)).uploads).toHaveLength(1);
      await owner.api.call(abortEntryMultipart, { body });
      await expect(owner.api.call(abortEntryMultipart, { body })).rejects.toMatchObject(unknown);
      expect((await list(owner.api)).uploads).toEqual([]);
    });

    it('that are wrong or missing join nothing, and an older file is no proof', async () => {
      await storage.put('parts/big.bin', 'older');
      const started = await init(10);
      const complete = (parts: { PartNumber: number; ETag: string }[]) =>
        server.api.call(completeEntryMultipart, { body: { ...reference(started), parts } });
      await expect(complete([{ PartNumber: 1, ETag: '"no"' }])).rejects.toMatchObject({
        code: 'file_system.parts_invalid',
      });
      await storage.bucket.abortUpload('parts/big.bin', started.uploadId);
      await expect(complete([{ PartNumber: 1, ETag: '"no"' }])).rejects.toMatchObject({
        code: 'file_system.upload_unknown',
      });
      expect(await storage.read('parts/big.bin')).toBe('older');
    });

    it('that are not the whole file leave the older one, and the rest may follow (SECURITY 3, 12)', async () => {
      await storage.put('parts/big.bin', 'older');
      const started = await init(content.length);
      const parts = await uploadParts(started.presignedUrls);
      const complete = (sent: typeof parts) =>
        server.api.call(completeEntryMultipart, {
          body: { ...reference(started), parts: sent, fileSize: content.length },
        });
      await expect(complete(parts.slice(0, 1))).rejects.toMatchObject({
        code: 'file_system.size_mismatch',
        status: 400,
      });
      expect(await storage.read('parts/big.bin')).toBe('older');
      expect(await complete(parts)).toMatchObject({ size: content.length });
    });

    it('are swept when nobody goes on for a day, and never while somebody does', async () => {
      const day = 24 * 60 * 60 * 1000 + 60_000;
      const [stale, active] = [await init(10), await init(10)];
      const longAgo = new Date(server.now().getTime() - day);
      await server.prisma.objectWrite.updateMany({
        where: { uploadId: { in: [stale.uploadId, active.uploadId] } },
        data: { updatedAt: longAgo, expiresAt: longAgo },
      });
      await put(active.presignedUrls[0]?.url ?? '', 'still here');
      expect(await server.sweep()).toMatchObject({ uploads: 1 });
      const { uploads } = await server.api.call(listEntryUploads, { body: { path: '/m/parts' } });
      expect(uploads.map(({ uploadId }) => uploadId)).toContain(active.uploadId);
      expect(uploads.map(({ uploadId }) => uploadId)).not.toContain(stale.uploadId);
    });

    it('are ended also where the process was killed before it noted the upload (SECURITY 12)', async () => {
      const [lost, other] = [await init(10), await init(10)];
      const longAgo = new Date(server.now().getTime() - 60_000);
      await server.prisma.objectWrite.updateMany({
        where: { uploadId: lost.uploadId },
        data: { uploadId: null, expiresAt: longAgo },
      });
      const before = await storage.openUploads('parts/');
      await server.sweep();
      expect(await storage.openUploads('parts/')).toHaveLength(before.length - 1);
      // Another open upload of the same name stays.
      const { uploads } = await server.api.call(listEntryUploads, { body: { path: '/m/parts' } });
      expect(uploads.map(({ uploadId }) => uploadId)).toContain(other.uploadId);
    });
  });
});
