import {
  deleteUploadRequests,
  enterUploadRequest,
  finishDelivery,
  getUploadRequest,
  listUploadRequests,
  markDeliveriesSeen,
  updateUploadRequest,
  viewUploadRequest,
} from '@satchel/api-client/contract/upload-requests';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import {
  isSigned,
  startWebhookReceiver,
  WEBHOOK_ENV,
  WEBHOOK_OUTGOING,
  type WebhookReceiver,
} from '../../../test/start-webhook-receiver.ts';
import { createRequest, deliver, deliveriesOf, enterRequest } from '../../../test/use-requests.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const FILE = 2;
const DAY_MS = 86_400_000;

describe.each(DATABASE)('managing upload requests on %s (CONTRACT A7)', (database) => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    server = await startServer(database, WEBHOOK_ENV, WEBHOOK_OUTGOING);
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });

  const get = (id: string) => server.api.call(getUploadRequest, { params: { id } });
  const update = (id: string, body: object) =>
    server.api.call(updateUploadRequest, { params: { id }, body });
  const slugs = async (query: object, api = server.api) =>
    (await api.call(listUploadRequests, { query })).data.requests.map(({ slug }) => slug);

  it('keeps what its creator asked for, and shows visitors only their part', async () => {
    const made = await createRequest(server.api, {
      slug: 'taxes',
      title: 'Taxes',
      message: 'Please send all receipts',
      password: 'sesame',
      expires_in: 1,
      max_files: 5,
      max_file_bytes: 1000,
      max_total_bytes: 4000,
      types: ['image/*', '.pdf'],
      wanted: ['Passport', 'Payslip'],
      ask_name: true,
    });
    expect(made).toMatchObject({
      slug: 'taxes',
      url: '/request/taxes',
      share_url: `${server.url}/request/taxes`,
      max_files: 5,
      max_file_bytes: 1000,
      max_total_bytes: 4000,
      types: ['image/*', '.pdf'],
      wanted: ['Passport', 'Payslip'],
      ask_name: true,
      has_password: true,
      path: null,
      file_count: 0,
      delivery_count: 0,
      notify_secret: null,
    });
    const { notify_secret: _, ...row } = made;
    expect(await get(made.id)).toEqual(row);
    expect(await get('taxes')).toEqual(row);
    const view = () => server.anonymous.call(viewUploadRequest, { params: { slug: 'taxes' } });
    expect(await view()).toMatchObject({
      title: 'Taxes',
      message: null,
      requires_password: true,
      max_file_bytes: 1000,
      wanted: ['Passport', 'Payslip'],
    });
    await update('taxes', { password: null, note: 'for ME only' });
    expect(await view()).toMatchObject({ message: 'Please send all receipts' });
    expect(JSON.stringify(await view())).not.toContain('for ME only');
    server.moveClock(2 * 3_600_000);
    const gone = { code: 'upload_requests.expired', status: 410 };
    await expect(view()).rejects.toMatchObject(gone);
    const enter = server.anonymous.call(enterUploadRequest, {
      params: { slug: 'taxes' },
      body: { name: 'x' },
    });
    await expect(enter).rejects.toMatchObject(gone);
  });

  it('lists own requests to a key, and hides those of others (SPEC 6)', async () => {
    const key = await server.createApiKey({ permissions: FILE });
    const others = await createRequest(server.api, { slug: 'others', title: 'zebra' });
    await createRequest(key.api, { slug: 'mine', title: 'zebra' });
    const brief = await createRequest(key.api, { slug: 'brief', title: 'lion', expires_in: 1 });
    expect(await slugs({}, key.api)).toEqual(['brief', 'mine']);
    expect(await slugs({ search: 'ZEBRA' }, key.api)).toEqual(['mine']);
    expect(await slugs({ search: 'zebra' })).toEqual(['mine', 'others']);
    expect(await slugs({ sort: 'slug', order: 'asc' }, key.api)).toEqual(['brief', 'mine']);
    server.moveClock(2 * 3_600_000);
    expect(await slugs({ state: 'active' }, key.api)).toEqual(['mine']);
    expect(await slugs({ state: 'expired' }, key.api)).toEqual(['brief']);
    const params = { id: others.id };
    const unknown = { code: 'upload_requests.not_found', status: 404 };
    await expect(key.api.call(getUploadRequest, { params })).rejects.toMatchObject(unknown);
    await expect(
      key.api.call(updateUploadRequest, { params, body: { title: 'stolen' } }),
    ).rejects.toMatchObject(unknown);
    const removal = await key.api.call(deleteUploadRequests, {
      body: { ids: [others.id, brief.id] },
    });
    expect(removal).toMatchObject({ success: 1, failed: [{ id: others.id }] });
    await get(others.id);
  });

  it('counts the new deliveries of all own requests, whatever page is asked for', async () => {
    const key = await server.createApiKey({ permissions: FILE });
    const [first, second] = [await createRequest(key.api), await createRequest(key.api)];
    const query = { limit: 1 };
    const count = async (api = key.api) =>
      (await api.call(listUploadRequests, { query })).data.new_deliveries;
    const before = await count(server.api);
    for (const { slug } of [first, first, second]) {
      await deliver((await enterRequest(server, slug)).api, 'a.txt', 'received');
    }
    await enterRequest(server, second.slug);
    expect([await count(), (await count(server.api)) - before]).toEqual([3, 3]);
    expect(await count((await server.createApiKey({ permissions: FILE })).api)).toBe(0);
    const ids = (await deliveriesOf(key.api, first.id)).map(({ id }) => id);
    await key.api.call(markDeliveriesSeen, { params: { id: first.id }, body: { ids } });
    expect(await count()).toBe(1);
  });

  it.each([
    [{ slug: 'request' }, 'shares.slug_reserved'],
    [{ slug: 'taken' }, 'shares.slug_taken'],
    [{ title: ' ' }, 'request.invalid'],
    [{ types: ['image'] }, 'request.invalid'],
    [{ max_files: -1 }, 'request.invalid'],
    [{ notify_url: 'http://127.0.0.1/' }, 'notifications.address_refused'],
    [{ notify_url: 'gopher://hooks.test/' }, 'notifications.url_invalid'],
    [{ path: '/nowhere' }, 'mounts.not_found'],
  ])('refuses %j with %s', async (body, code) => {
    if (code === 'shares.slug_taken') await createRequest(server.api, { slug: 'taken' });
    await expect(createRequest(server.api, body)).rejects.toMatchObject({ code });
  });

  it('returns the secret of a webhook once, and a new one with a new address', async () => {
    const made = await createRequest(server.api, { notify_url: receiver.url });
    expect(made.notify_secret).toMatch(/^whsec_.{44}$/);
    const same = await update(made.id, { notify_url: receiver.url, title: 'Other' });
    expect(same).toMatchObject({ notify_secret: null, title: 'Other', notify_url: receiver.url });
    const changed = await update(made.id, { notify_url: `${receiver.url}&2` });
    expect(changed.notify_secret).toMatch(/^whsec_/);
    expect(changed.notify_secret).not.toBe(made.notify_secret);
    expect(await update(made.id, { notify_url: null })).toMatchObject({
      notify_url: null,
      notify_secret: null,
    });
  });

  it('sends waiting calls to the changed address of a webhook, and none after its removal', async () => {
    const made = await createRequest(server.api, { notify_url: `${receiver.url}&old` });
    const failToNotify = async () => {
      receiver.answers.push(500);
      const { api } = await enterRequest(server, made.slug);
      await deliver(api, 'a.txt', 'received');
      await api.call(finishDelivery, { params: { slug: made.slug }, body: {} });
      await vi.waitFor(async () => {
        const where = { state: 'waiting', problem: 'HTTP 500' };
        expect(await server.prisma.notification.count({ where })).toBe(1);
      });
    };
    await failToNotify();
    const changed = await update(made.id, { notify_url: `${receiver.url}&new` });
    await vi.waitFor(() => expect(receiver.calls).toHaveLength(2));
    const call = receiver.calls[1];
    expect(call?.path).toMatch(/&new$/);
    expect(call && isSigned(call, changed.notify_secret ?? '')).toBe(true);
    await failToNotify();
    await update(made.id, { notify_url: null });
    server.moveClock(60_000);
    await server.sweep();
    expect(receiver.calls).toHaveLength(3);
  });

  it('returns no secret for a request that a killed process has made', async () => {
    const admin = { kind: 'admin', id: '1', name: 'admin' } as const;
    const input = { title: 'Made twice', notify_url: receiver.url };
    const { signal } = new AbortController();
    const create = () => server.services.uploadRequests.create(admin, input, signal, 'once');
    const { request, notifySecret } = await create();
    expect(notifySecret).toMatch(/^whsec_/);
    const { id, notifySecret: stored } = request;
    expect(await create()).toMatchObject({
      request: { id, notifySecret: stored },
      notifySecret: null,
    });
  });

  it('keeps what an update leaves out', async () => {
    const { id } = await createRequest(server.api, { max_files: 3, types: ['.pdf'], message: 'm' });
    const before = await get(id);
    expect(await update(id, {})).toMatchObject({ max_files: 3, types: ['.pdf'], message: 'm' });
    await update(id, { max_files: 0, types: null, message: '', slug: 'renamed-request' });
    expect(await get(id)).toMatchObject({
      max_files: null,
      types: null,
      message: null,
      slug: 'renamed-request',
      title: before.title,
    });
  });

  it('removes an ended request without files, but keeps one that has received some', async () => {
    const empty = await createRequest(server.api, { expires_in: 1 });
    const filled = await createRequest(server.api, { expires_in: 1 });
    const sender = await enterRequest(server, filled.slug);
    await deliver(sender.api, 'a.txt', 'received');
    await enterRequest(server, empty.slug);
    server.moveClock(2 * DAY_MS);
    await server.sweep();
    expect(await server.prisma.uploadRequest.findUnique({ where: { id: empty.id } })).toBeNull();
    const { token } = await server.services.sessions.login('admin', 'correct-horse-battery', 'x');
    const api = server.apiAs({ kind: 'admin', token });
    expect(await deliveriesOf(api, filled.id)).toMatchObject([{ file_count: 1 }]);
  });
});
