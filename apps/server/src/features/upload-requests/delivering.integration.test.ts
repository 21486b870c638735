import { deleteBundles, removeBundleItems } from '@satchel/api-client/contract/bundles';
import {
  abortFileShareMultipart,
  commitFileShare,
  initFileShareMultipart,
  listFileShareParts,
  presignFileShare,
} from '@satchel/api-client/contract/file-share-uploads';
import {
  bundleDelivery,
  deleteDeliveries,
  deleteUploadRequests,
  enterUploadRequest,
  finishDelivery,
  getUploadRequest,
  markDeliveriesSeen,
  moveDelivery,
  updateUploadRequest,
  viewUploadRequest,
  visitDelivery,
} from '@satchel/api-client/contract/upload-requests';
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MountedStorage, useStorage } from '../../../test/mounted-storage.ts';
import { SHARE_SYSTEMS, startShareServer } from '../../../test/share-systems.ts';
import type { TestServer } from '../../../test/start-server.ts';
import {
  isSigned,
  startWebhookReceiver,
  WEBHOOK_ENV,
  WEBHOOK_OUTGOING,
  type WebhookReceiver,
} from '../../../test/start-webhook-receiver.ts';
import { listStorage, putToStorage, uploadFile } from '../../../test/upload-files.ts';
import {
  createRequest,
  deliver,
  deliverInParts,
  deliveriesOf,
  enterRequest,
  sendFile,
} from '../../../test/use-requests.ts';
import { createDeliveryRepository } from './deliveries/repository.ts';

describe.each(SHARE_SYSTEMS)(
  'delivering into upload requests on %s with %s (CONTRACT A7)',
  (database, store) => {
    let server: TestServer;
    let receiver: WebhookReceiver;
    let storage: MountedStorage;
    beforeAll(async () => {
      receiver = await startWebhookReceiver();
      server = await startShareServer([database, store], WEBHOOK_ENV, WEBHOOK_OUTGOING);
      const config = await server.prisma.storageConfig.findFirstOrThrow({
        where: { isDefault: true },
      });
      storage = await useStorage(server, config.id);
      await storage.mount('/in');
    });
    afterAll(async () => {
      await server.close();
      await receiver.close();
    });

    const keysBelow = async (prefix: string) =>
      (await listStorage(server)).keys.filter((key) => key.startsWith(prefix));
    const visit = (api: TestServer['api'], slug: string) =>
      api.call(visitDelivery, { params: { slug } });
    const finish = (api: TestServer['api'], slug: string, note?: string) =>
      api.call(finishDelivery, { params: { slug }, body: { note } });
    /** Rows and objects that an upload leaves; none once it is refused. */
    const leftOf = async (requestId: string) => ({
      keys: await keysBelow(`.satchel/requests/${requestId}/`),
      writes: await server.prisma.objectWrite.count({
        where: { createdBy: { startsWith: 'delivery:' } },
      }),
      items: await server.prisma.shareItem.count({ where: { delivery: { requestId } } }),
    });
    const NOTHING = { keys: [], writes: 0, items: 0 };

    it('takes files from a sender, with folders, and gives a receipt', async () => {
      const {
        id,
        slug,
        notify_secret: secret,
      } = await createRequest(server.api, {
        notify_url: receiver.url,
      });
      const { api, receipt } = await enterRequest(server, slug, {
        name: 'Ann',
        email: 'ann@example.org',
      });
      expect(receipt).toMatch(/^[2-9A-HJKMNP-TV-Z]{10}$/);
      await deliver(api, 'a.txt', 'first');
      await deliverInParts(api, 'photos/日记.txt', 'second');
      const own = await visit(api, slug);
      expect(own).toMatchObject({ receipt, state: 'open' });
      expect(own.files.map(({ path, size }) => [path, size])).toEqual([
        ['a.txt', 5],
        ['photos/日记.txt', 6],
      ]);
      const open = await deliveriesOf(server.api, id);
      expect(open).toMatchObject([{ state: 'open', name: 'Ann', is_new: true, file_count: 2 }]);
      expect(await finish(api, slug, 'that is all')).toEqual({
        receipt,
        file_count: 2,
        total_size: 11,
      });
      expect(await finish(api, slug)).toMatchObject({ receipt });
      const [delivery] = await deliveriesOf(server.api, id);
      expect(delivery).toMatchObject({
        receipt,
        name: 'Ann',
        email: 'ann@example.org',
        note: 'that is all',
        state: 'done',
        total_size: 11,
        path: null,
      });
      expect(await server.api.call(getUploadRequest, { params: { id } })).toMatchObject({
        delivery_count: 1,
        new_deliveries: 1,
        file_count: 2,
        total_size: 11,
      });
      await vi.waitFor(() => expect(receiver.calls).toHaveLength(1));
      const [call] = receiver.calls.splice(0);
      expect(call && isSigned(call, secret ?? '')).toBe(true);
      expect(JSON.parse(call?.body ?? '')).toMatchObject({
        type: 'request.delivery_done',
        data: { receipt, name: 'Ann', file_count: 2, total_size: 11, note: 'that is all' },
      });
      const body = { ids: [delivery?.id ?? ''] };
      await server.api.call(markDeliveriesSeen, { params: { id }, body });
      expect(await server.api.call(getUploadRequest, { params: { id } })).toMatchObject({
        new_deliveries: 0,
      });
      expect(await keysBelow(`.satchel/requests/${id}/${delivery?.id}/`)).toHaveLength(2);
      await expect(deliver(api, 'late.txt', 'x')).rejects.toMatchObject({
        code: 'upload_requests.token_invalid',
      });
    });

    it('keeps two senders apart who deliver equal names at once, one cut and resumed (SECURITY 27)', async () => {
      const { id, slug } = await createRequest(server.api);
      const [ann, bob] = [await enterRequest(server, slug), await enterRequest(server, slug)];
      const text = (who: string) => `${who} `.repeat(1000);
      const init = await ann.api.call(initFileShareMultipart, {
        body: { filename: 'cv.txt', size: text('ann').length },
      });
      const reference = { file_id: init.file_id, upload_id: init.upload_id };
      const [first] = init.presigned_urls;
      await putToStorage(first?.url ?? '', text('ann'));
      // Ann's tab is closed here; Bob delivers meanwhile.
      await deliver(bob.api, 'cv.txt', text('bob'));
      for (const call of [listFileShareParts, abortFileShareMultipart] as const) {
        await expect(bob.api.call(call, { body: reference })).rejects.toMatchObject({
          code: 'file_shares.upload_unknown',
        });
      }
      await expect(
        bob.api.call(commitFileShare, { body: { file_id: init.file_id } }),
      ).rejects.toMatchObject({ code: 'file_shares.not_found' });
      expect((await visit(ann.api, slug)).files).toEqual([]);
      const { parts } = await ann.api.call(listFileShareParts, { body: reference });
      expect(parts).toHaveLength(1);
      await ann.api.call(commitFileShare, { body: { file_id: init.file_id } });
      for (const [sender, who] of [
        [ann, 'ann'],
        [bob, 'bob'],
      ] as const) {
        const { files } = await visit(sender.api, slug);
        expect(files.map(({ path }) => path)).toEqual(['cv.txt']);
        const item = await server.prisma.shareItem.findFirstOrThrow({
          where: { delivery: { receipt: sender.receipt } },
        });
        expect(await storage.read(item.storagePath ?? '')).toBe(text(who));
      }
      expect(await deliveriesOf(server.api, id)).toHaveLength(2);
    });

    it('numbers a name that a sender uses twice, in any case', async () => {
      const { slug } = await createRequest(server.api);
      const { api } = await enterRequest(server, slug);
      for (const path of ['Photos/a.txt', 'photos/A.txt', 'Photos/a.txt']) {
        await deliver(api, path, path);
      }
      const { files } = await visit(api, slug);
      expect(files.map(({ path }) => path).sort()).toEqual([
        'Photos/A (1).txt',
        'Photos/a (2).txt',
        'Photos/a.txt',
      ]);
    });

    it.each([
      '../up.txt',
      'a/../../up.txt',
      '/etc/passwd',
      'a\\b.txt',
      './a.txt',
      'a//b.txt',
      'a/\u0007.txt',
      `${'a/'.repeat(600)}b`,
    ])('refuses the path %j (SECURITY 27)', async (path) => {
      const { id, slug } = await createRequest(server.api);
      const { api } = await enterRequest(server, slug);
      const body = { filename: 'a.txt', relative_path: path, size: 1 };
      const refusal = api.call(presignFileShare, { body });
      await expect(refusal).rejects.toMatchObject({ status: 400 });
      expect(await leftOf(id)).toMatchObject({ keys: [], items: 0 });
    });

    it.each([
      [{ max_file_bytes: 4 }, 'upload_requests.file_too_large'],
      [{ max_total_bytes: 4 }, 'upload_requests.total_too_large'],
      [{ types: ['image/*', '.pdf'] }, 'upload_requests.type_refused'],
    ])('refuses what %j excludes, and leaves nothing', async (limits, code) => {
      const { id, slug } = await createRequest(server.api, limits);
      const { api } = await enterRequest(server, slug);
      const before = await leftOf(id);
      await expect(deliver(api, 'a.txt', '12345')).rejects.toMatchObject({ code });
      expect(await leftOf(id)).toEqual({ ...before, keys: [], items: 0 });
    });

    it('decides at the commit, when a limit was lowered meanwhile, and leaves nothing', async () => {
      const { id, slug } = await createRequest(server.api);
      const { api } = await enterRequest(server, slug);
      await server.prisma.objectWrite.deleteMany({
        where: { createdBy: { contains: 'delivery' } },
      });
      const file = await sendFile(api, 'a.txt', '12345');
      await server.api.call(updateUploadRequest, { params: { id }, body: { max_file_bytes: 4 } });
      await expect(file.commit()).rejects.toMatchObject({ code: 'upload_requests.file_too_large' });
      expect(await leftOf(id)).toEqual(NOTHING);
      expect(await server.api.call(getUploadRequest, { params: { id } })).toMatchObject({
        file_count: 0,
        total_size: 0,
      });
    });

    it('says that it is full when the files of all visitors have reached a limit', async () => {
      for (const limit of [{ max_files: 1 }, { max_total_bytes: 5 }]) {
        const { id, slug } = await createRequest(server.api, limit);
        const { api } = await enterRequest(server, slug);
        const view = () => server.anonymous.call(viewUploadRequest, { params: { slug } });
        expect(await view()).toMatchObject({ is_full: false });
        await (await sendFile(api, 'a.txt', '12345')).commit();
        expect(await view()).toMatchObject({ is_full: true });
        const more = { max_files: 2, max_total_bytes: 6 };
        await server.api.call(updateUploadRequest, { params: { id }, body: more });
        expect(await view()).toMatchObject({ is_full: false });
      }
    });

    it('takes a stream, and refuses one above the limits', async () => {
      const { id, slug } = await createRequest(server.api, { max_total_bytes: 10 });
      const { api, token } = await enterRequest(server, slug);
      const upload = async (body: string) => {
        const url = `${server.url}/api/upload-direct/stream.txt?relative_path=sub/stream.txt`;
        const headers = { authorization: `Upload ${token}` };
        const reply = await fetch(url, { method: 'PUT', headers, body });
        return [reply.status, ((await reply.json()) as { error?: string }).error];
      };
      expect(await upload('123456')).toEqual([201, undefined]);
      expect(await upload('123456')).toEqual([413, 'upload_requests.total_too_large']);
      expect((await visit(api, slug)).files).toMatchObject([{ path: 'sub/stream.txt', size: 6 }]);
      expect(await keysBelow(`.satchel/requests/${id}/`)).toHaveLength(1);
    });

    it('asks for the password and the name (SECURITY 6)', async () => {
      const { slug } = await createRequest(server.api, {
        message: 'Two pages',
        password: 'sesame',
        ask_name: true,
      });
      const enter = (body: object) =>
        server.anonymous.call(enterUploadRequest, { params: { slug }, body });
      const refused = (body: object, code: string) =>
        expect(enter(body)).rejects.toMatchObject({ code });
      await refused({ name: 'Ann' }, 'upload_requests.password_required');
      await refused({ name: 'Ann', password: 'wrong' }, 'upload_requests.wrong_password');
      await refused({ password: 'sesame' }, 'upload_requests.name_required');
      await refused({ name: 'Ann', email: 'no address', password: 'sesame' }, 'request.invalid');
      const { upload_token: token } = await enter({ name: 'Ann', password: 'sesame' });
      const { message } = await server.anonymous.call(viewUploadRequest, { params: { slug } });
      expect(message).toBeNull();
      const own = await visit(server.apiAs({ kind: 'upload', token }), slug);
      expect(own.message).toBe('Two pages');
    });

    it('ends the token with the request, and with the delivery', async () => {
      const { id, slug } = await createRequest(server.api);
      const [one, two] = [await enterRequest(server, slug), await enterRequest(server, slug)];
      await deliver(one.api, 'a.txt', 'a');
      await deliver(two.api, 'b.txt', 'b');
      const rows = await deliveriesOf(server.api, id);
      const ofOne = rows.find(({ receipt }) => receipt === one.receipt);
      const params = { id };
      const removed = await server.api.call(deleteDeliveries, {
        params,
        body: { ids: [ofOne?.id ?? '', 'unknown'] },
      });
      expect(removed).toMatchObject({ success: 1, failed: [{ id: 'unknown' }] });
      const invalid = { code: 'upload_requests.token_invalid', status: 401 };
      await expect(visit(one.api, slug)).rejects.toMatchObject(invalid);
      expect(await server.api.call(getUploadRequest, { params })).toMatchObject({ file_count: 1 });
      expect((await visit(two.api, slug)).files).toHaveLength(1);
      await server.api.call(deleteUploadRequests, { body: { ids: [id] } });
      await expect(visit(two.api, slug)).rejects.toMatchObject(invalid);
      await expect(deliver(two.api, 'c.txt', 'c')).rejects.toMatchObject(invalid);
      expect(await keysBelow(`.satchel/requests/${id}/`)).toEqual([]);
    });

    it('lets senders read and finish their deliveries after the request is over, and send no more', async () => {
      const { id, slug } = await createRequest(server.api);
      const { api } = await enterRequest(server, slug);
      await deliver(api, 'a.txt', 'arrived');
      const late = await sendFile(api, 'late.txt', 'late');
      const data = { expiresAt: new Date(Date.now() - 1000) };
      await server.prisma.uploadRequest.update({ where: { id }, data });
      const refused = { status: 401, code: 'upload_requests.token_invalid' };
      await expect(late.commit()).rejects.toMatchObject(refused);
      await expect(deliver(api, 'b.txt', 'b')).rejects.toMatchObject(refused);
      expect(await visit(api, slug)).toMatchObject({ state: 'open', files: [{ path: 'a.txt' }] });
      expect(await finish(api, slug, 'The rest by post')).toMatchObject({ file_count: 1 });
      expect(await deliveriesOf(server.api, id)).toMatchObject([
        { state: 'done', note: 'The rest by post' },
      ]);
    });

    it('ends open deliveries when the owner sets another password', async () => {
      const { id, slug } = await createRequest(server.api, { password: 'leaked' });
      const before = { password: 'leaked' };
      const [one, done] = [
        await enterRequest(server, slug, before),
        await enterRequest(server, slug, before),
      ];
      await deliver(one.api, 'a.txt', 'arrived');
      await deliver(done.api, 'b.txt', 'b');
      await finish(done.api, slug);
      const file = await sendFile(one.api, 'late.txt', 'late');
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const streamed = fetch(`${server.url}/api/upload-direct/stream.txt`, {
        method: 'PUT',
        headers: { authorization: `Upload ${one.token}` },
        body: readable,
        duplex: 'half',
      } as RequestInit);
      const writer = writable.getWriter();
      await writer.write(Buffer.from('begun before'));
      await vi.waitFor(async () => expect((await leftOf(id)).items).toBe(4));
      const update = (body: object) =>
        server.api.call(updateUploadRequest, { params: { id }, body });
      await update({ title: 'Other title' });
      expect((await visit(one.api, slug)).files).toHaveLength(1);
      await update({ password: 'fresh' });
      const ended = { status: 401, code: 'upload_requests.token_invalid' };
      await expect(visit(one.api, slug)).rejects.toMatchObject(ended);
      await expect(file.commit()).rejects.toMatchObject(ended);
      await expect(deliver(one.api, 'c.txt', 'c')).rejects.toMatchObject(ended);
      await expect(finish(one.api, slug)).rejects.toMatchObject(ended);
      await writer.close();
      const reply = await streamed;
      expect([reply.status, await reply.json()]).toMatchObject([401, { error: ended.code }]);
      // Uploads that nobody can finish any more hold no quota.
      const { id: endedId } = await server.prisma.delivery.findUniqueOrThrow({
        where: { receipt: one.receipt },
      });
      const createdBy = `delivery:${endedId}`;
      expect(await server.prisma.objectWrite.count({ where: { createdBy } })).toBe(0);
      // The sender of a finished delivery can still read the receipt.
      expect(await visit(done.api, slug)).toMatchObject({ state: 'done' });
      const arrived = await deliveriesOf(server.api, id);
      expect(arrived.map(({ file_count }) => file_count)).toEqual([1, 1]);
      // The owner is not told to wait for a sender who cannot finish.
      expect(arrived.map(({ state }) => state).toSorted()).toEqual(['done', 'ended']);
      const { api } = await enterRequest(server, slug, { password: 'fresh' });
      await deliver(api, 'd.txt', 'd');
    });

    it('begins no delivery where the request changes or goes while a visitor enters', async () => {
      const { id, slug } = await createRequest(server.api, { password: 'leaked' });
      const { passwordHash } = await server.prisma.uploadRequest.findUniqueOrThrow({
        where: { id },
      });
      await server.api.call(updateUploadRequest, { params: { id }, body: { password: 'fresh' } });
      const { create } = createDeliveryRepository(server.prisma);
      const begin = (requestId: string) => {
        const at = { createdAt: server.now(), updatedAt: server.now() };
        const row = { id: slug, requestId, receipt: slug, tokenHash: slug, folder: slug, ...at };
        return create({ ...row, state: 'open' }, passwordHash);
      };
      await expect(begin(id)).rejects.toMatchObject({ code: 'upload_requests.wrong_password' });
      await expect(begin('gone')).rejects.toMatchObject({ code: 'upload_requests.not_found' });
      expect(await server.prisma.delivery.count({ where: { id: slug } })).toBe(0);
    });

    it('does not finish without files, and finds nothing by another slug', async () => {
      const [one, other] = [await createRequest(server.api), await createRequest(server.api)];
      const { api } = await enterRequest(server, one.slug);
      await expect(finish(api, one.slug)).rejects.toMatchObject({
        code: 'upload_requests.delivery_empty',
      });
      await expect(visit(api, other.slug)).rejects.toMatchObject({
        code: 'upload_requests.token_invalid',
      });
      await expect(visit(server.anonymous, one.slug)).rejects.toMatchObject({
        code: 'upload_requests.token_invalid',
      });
    });

    it('makes a bundle of a delivery, once for any number of calls', async () => {
      const { id, slug } = await createRequest(server.api);
      const { api } = await enterRequest(server, slug, { name: 'Ann' });
      const bundle = async () => {
        const [{ id: delivery } = { id: '' }] = await deliveriesOf(server.api, id);
        return server.api.call(bundleDelivery, { params: { id, delivery } });
      };
      await expect(
        server.api.call(bundleDelivery, { params: { id, delivery: 'unknown' } }),
      ).rejects.toMatchObject({ code: 'upload_requests.delivery_not_found' });
      await deliver(api, 'a.txt', 'first');
      const made = await bundle();
      expect(made).toMatchObject({ title: 'Ann', state: 'complete', item_count: 1, total_size: 5 });
      await deliver(api, 'sub/b.txt', 'second');
      expect(await bundle()).toMatchObject({ id: made.id, item_count: 2, total_size: 11 });
      expect(await deliveriesOf(server.api, id)).toMatchObject([{ bundle_id: made.id }]);
      const reply = await fetch(`${server.url}/api/bundle-file/${made.slug}/sub/b.txt`);
      expect([reply.status, await reply.text()]).toEqual([200, 'second']);
      // The files of the bundle stay when the request goes.
      await server.api.call(deleteUploadRequests, { body: { ids: [id] } });
      const kept = await fetch(`${server.url}/api/bundle-file/${made.slug}/a.txt`);
      expect([kept.status, await kept.text()]).toEqual([200, 'first']);
      await expect(deliver(api, 'c.txt', 'late')).rejects.toMatchObject({ status: 401 });
    });

    it('keeps what a sender has sent when its bundle loses or replaces it', async () => {
      const { id, slug } = await createRequest(server.api);
      const { api } = await enterRequest(server, slug, { name: 'Ann' });
      for (const path of ['sub/a.txt', 'b.txt']) await deliver(api, path, path);
      const [{ id: delivery } = { id: '' }] = await deliveriesOf(server.api, id);
      const params = { id, delivery };
      const bundle = () => server.api.call(bundleDelivery, { params });
      const made = await bundle();
      const own = { bundle_id: made.id, override: true, filename: 'x.txt' };
      const add = (relative_path: string) =>
        uploadFile(server.api, 'own', { ...own, relative_path });
      const shown = async () => {
        const url = `${server.url}/api/bundle-archive/${made.slug}`;
        const zip = new ZipReader(new Uint8ArrayReader(await (await fetch(url)).bytes()));
        return (await zip.getEntries()).map(({ filename }) => filename);
      };
      const received = async () => {
        const [{ files } = { files: [] }] = await deliveriesOf(server.api, id);
        const query = (path: string) => new URLSearchParams({ path });
        const url = `${server.url}/api/requests/${id}/deliveries/${delivery}/file`;
        const headers = { authorization: server.authorization };
        return Promise.all(
          files.map(async ({ path }) => [
            path,
            await (await fetch(`${url}?${query(path)}`, { headers })).text(),
          ]),
        );
      };
      const all = [
        ['b.txt', 'b.txt'],
        ['sub/a.txt', 'sub/a.txt'],
      ];
      await server.api.call(removeBundleItems, {
        params: { id: made.id },
        body: { paths: ['sub'] },
      });
      await add('b.txt');
      expect([await shown(), await received()]).toEqual([['b.txt'], all]);
      // A repeated call brings back nothing that its owner has removed.
      await add('new/c.txt');
      for (const path of ['new/c.txt', 'new/d.txt']) await deliver(api, path, path);
      expect(await bundle()).toMatchObject({ id: made.id, item_count: 4 });
      const files = ['b.txt', 'new/', 'new/c (1).txt', 'new/c.txt', 'new/d.txt'];
      expect(await shown()).toEqual(files);
      await bundle();
      expect(await shown()).toEqual(files);
      const later = ['new/c.txt', 'new/d.txt'].map((path) => [path, path]);
      expect(await received()).toEqual([all[0], ...later, all[1]]);
      // A new bundle has all of it again.
      await server.api.call(deleteBundles, { body: { ids: [made.id] } });
      expect(await deliveriesOf(server.api, id)).toMatchObject([{ bundle_id: null }]);
      expect(await bundle()).toMatchObject({ item_count: 4, total_size: 32 });
      expect(await received()).toEqual([all[0], ...later, all[1]]);
    });

    it('moves a delivery into a mount', async () => {
      await storage.put('archive/old.txt');
      const { id, slug } = await createRequest(server.api);
      const { api } = await enterRequest(server, slug, { name: 'Ann' });
      await deliver(api, 'a.txt', 'first');
      await deliver(api, 'sub/b.txt', 'second');
      const [{ id: delivery } = { id: '' }] = await deliveriesOf(server.api, id);
      const params = { id, delivery };
      const body = { path: '/in/archive' };
      expect(await server.api.call(moveDelivery, { params, body })).toEqual({
        success: 2,
        failed: [],
      });
      expect(await keysBelow(`.satchel/requests/${id}/`)).toEqual([]);
      expect(await storage.read('archive/Ann/a.txt')).toBe('first');
      expect(await storage.read('archive/Ann/sub/b.txt')).toBe('second');
      expect(await deliveriesOf(server.api, id)).toMatchObject([{ path: '/in/archive/Ann' }]);
      await server.api.call(deleteUploadRequests, { body: { ids: [id] } });
      expect(await storage.read('archive/Ann/a.txt')).toBe('first');
    });

    it('moves the rest of a delivery to where an earlier call has moved some of it', async () => {
      await storage.put('archive/old.txt');
      const { id, slug } = await createRequest(server.api);
      const { api } = await enterRequest(server, slug, { name: 'Ada' });
      const move = async () => {
        const [{ id: delivery } = { id: '' }] = await deliveriesOf(server.api, id);
        const call = { params: { id, delivery }, body: { path: '/in/archive' } };
        return server.api.call(moveDelivery, call);
      };
      await deliver(api, 'a.txt', 'first');
      await move();
      await deliver(api, 'sub/b.txt', 'second');
      await deliver(api, 'c.txt', 'third');
      await storage.put('archive/Ada/c.txt', "another program's");
      expect(await move()).toEqual({ success: 2, failed: [] });
      expect(await storage.read('archive/Ada/sub/b.txt')).toBe('second');
      // The name was taken, so this file alone gets a folder with a number.
      expect(await storage.read('archive/Ada (1)/c.txt')).toBe('third');
      expect(await storage.read('archive/Ada/c.txt')).toBe("another program's");
      expect(await keysBelow('archive/Ada (1)/')).toHaveLength(1);
      expect(await keysBelow(`.satchel/requests/${id}/`)).toEqual([]);
    });

    it('removes a delivery that its sender has left without files after a day', async () => {
      const { id, slug } = await createRequest(server.api);
      await enterRequest(server, slug);
      expect(await server.prisma.delivery.count({ where: { requestId: id } })).toBe(1);
      server.moveClock(25 * 3_600_000);
      await server.sweep();
      expect(await server.prisma.delivery.count({ where: { requestId: id } })).toBe(0);
    });
  },
);
