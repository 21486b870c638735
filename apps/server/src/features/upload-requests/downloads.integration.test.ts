import { deleteApiKey } from '@satchel/api-client/contract/api-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../../../test/mounted-storage.ts';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { createRequest, deliver, deliveriesOf, enterRequest } from '../../../test/use-requests.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const FILE = 2;
const VIEW = 256;
const UPLOAD = 512;

describe.each(DATABASE)('downloads of what was delivered on %s (CONTRACT A7)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
    await server.prisma.storageConfig.updateMany({ data: { isPublic: true } });
    await server.forget();
  });
  afterAll(() => server.close());

  const receive = async (owner: TestServer['api'], body: object = {}) => {
    const { id, slug } = await createRequest(owner, { title: 'Papers', ...body });
    const sender = await enterRequest(server, slug, { name: 'Ann' });
    await deliver(sender.api, 'a.html', '<script>1</script>');
    await deliver(sender.api, 'sub/b.txt', 'second');
    const [delivery] = await deliveriesOf(owner, id);
    if (!delivery) throw new Error('no delivery');
    const { grant } = delivery;
    return { id, sender, grant, path: `/api/requests/${id}/deliveries/${delivery.id}` };
  };
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(server.url + path, { headers });
    const bytes = Buffer.from(await reply.arrayBuffer());
    return { status: reply.status, headers: reply.headers, bytes, text: bytes.toString() };
  };

  it('sends single files, in ranges, to the key that made the request', async () => {
    const { api, authorization } = await server.createApiKey({ permissions: FILE });
    const { path } = await receive(api);
    const file = await get(`${path}/file?path=sub/b.txt`, { authorization });
    expect([file.status, file.text]).toEqual([200, 'second']);
    const part = await get(`${path}/file?path=sub/b.txt`, { authorization, range: 'bytes=2-3' });
    expect([part.status, part.text]).toEqual([206, 'co']);
    const page = await get(`${path}/file?path=a.html`, { authorization });
    expect(page.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await get(`${path}/file?path=none`, { authorization })).status).toBe(404);
    expect((await get(`${path}/file?path=../b.txt`, { authorization })).status).toBe(400);
  });

  it('sends all of a delivery as an archive that can be resumed', async () => {
    const { path, grant } = await receive(server.api);
    const address = `${path}/archive?grant=${encodeURIComponent(grant)}`;
    const whole = await get(address);
    expect(whole.headers.get('content-disposition')).toContain('Papers Ann.zip');
    expect(whole.headers.get('content-length')).toBe(String(whole.bytes.length));
    expect(whole.text).toContain('sub/b.txt');
    expect(whole.text).toContain('second');
    const etag = whole.headers.get('etag') ?? '';
    const rest = await get(address, { range: 'bytes=20-', 'if-range': etag });
    expect(rest.status).toBe(206);
    expect(rest.bytes.equals(whole.bytes.subarray(20))).toBe(true);
  });

  it('refuses everybody but the owner and administrators (SECURITY 7, 27)', async () => {
    const { api, authorization, id } = await server.createApiKey({ permissions: FILE });
    const { path, grant, sender } = await receive(api);
    const others = await server.createApiKey({ permissions: FILE });
    const foreign = await receive(others.api);
    const file = `${path}/file?path=sub/b.txt`;
    const statusOf = async (address: string, headers = {}) => (await get(address, headers)).status;
    expect(await statusOf(file)).toBe(404);
    expect(await statusOf(file, { authorization: others.authorization })).toBe(404);
    expect(await statusOf(file, { authorization: `Upload ${sender.token}` })).toBe(404);
    expect(await statusOf(`${file}&grant=${foreign.grant}`)).toBe(404);
    expect(await statusOf(`${path}/archive?grant=${grant}x`)).toBe(404);
    // The owner of another request does not reach the delivery by way of it.
    const detour = `/api/requests/${foreign.id}/${path.split('/').slice(4).join('/')}`;
    expect(await statusOf(`${detour}/archive?grant=${grant}`)).toBe(404);
    const [row] = await deliveriesOf(server.api, path.split('/')[3] ?? '');
    expect(await statusOf(`${file}&grant=${row?.grant}`)).toBe(200);
    expect(await statusOf(`${file}&grant=${grant}`)).toBe(200);
    await server.api.call(deleteApiKey, { params: { id } });
    expect(await statusOf(`${file}&grant=${grant}`)).toBe(404);
    expect(await statusOf(file, { authorization })).toBe(404);
    server.moveClock(61 * 60_000);
    expect(await statusOf(`${file}&grant=${row?.grant}`)).toBe(404);
  });

  it('needs the right to view files in a mount', async () => {
    const config = await server.prisma.storageConfig.findFirstOrThrow({
      where: { isDefault: true },
    });
    const storage = await useStorage(server, config.id);
    await storage.mount('/in');
    await storage.put('box/here.txt');
    const rights = { permissions: FILE | UPLOAD | VIEW, basePath: '/in' };
    const viewer = await server.createApiKey(rights);
    const { path } = await receive(viewer.api, { path: '/in/box' });
    const file = await get(`${path}/file?path=sub/b.txt`, { authorization: viewer.authorization });
    expect([file.status, file.text]).toEqual([200, 'second']);
    const blind = await server.createApiKey({ ...rights, permissions: FILE | UPLOAD });
    const unseen = await receive(blind.api, { path: '/in/box' });
    const { authorization } = blind;
    expect((await get(`${unseen.path}/file?path=sub/b.txt`, { authorization })).status).toBe(404);
  });
});
