import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { updateStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useStorage } from './mounted-storage.ts';
import { startServer, type TestServer } from './start-server.ts';
import { listStorage, uploadFile } from './upload-files.ts';

const TIMEOUTS = { requestMs: 1000, replyMs: 1500 };
const MEBIBYTE = 1024 * 1024;
/** For machines that are busy with another suite. */
const PATIENCE = { timeout: 30_000 };

describe('requests and replies that stall (CONTRACT A6, SECURITY 16)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer('sqlite', {}, {}, TIMEOUTS);
    await (await useStorage(server)).mount('/m');
  });
  afterAll(() => server.close());

  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  const open = async (url = server.url) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  /** Sends the head of a request and the beginning of its body. */
  const begin = async (
    method: string,
    path: string,
    lengthBytes: number,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ) => {
    const socket = await open();
    const lines = [
      `${method} ${path} HTTP/1.1`,
      'Host: satchel',
      `Authorization: ${server.authorization}`,
      `Content-Length: ${lengthBytes}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(body);
    return socket;
  };
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const formStart = (fields: Record<string, string>) =>
    [
      ...Object.entries(fields).map(
        ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
      ),
      '--b\r\nContent-Disposition: form-data; name="file"; filename="stalled.bin"\r\n\r\nhalf',
    ].join('\r\n');

  it.each([
    ['JSON of a log-in', 'POST', '/api/admin/login', json, '{"username":'],
    ['JSON of the administrator', 'POST', '/api/paste', json, '{"content":'],
    ['plain text', 'POST', '/api/paste', { 'Content-Type': 'text/plain' }, 'half'],
    ['a body that nobody wants', 'POST', '/api/nothing', json, '{'],
    ['a raw upload', 'PUT', '/api/upload-direct/stalled.bin?slug=stalled', {}, 'half'],
    ['a form', 'POST', '/api/upload', form, formStart({ slug: 'stalled' })],
    ['a form of a mount', 'POST', '/api/fs/upload', form, formStart({ path: '/m' })],
    ['a form of a mount, file first', 'POST', '/api/fs/upload', form, formStart({})],
  ])('%s is ended, and nothing is left of it', async (_, method, path, headers, body) => {
    const before = await listStorage(server);
    const socket = await begin(method, path, 50_000, body, headers);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    await vi.waitFor(async () => {
      expect(await server.prisma.fileShare.count({ where: { slug: 'stalled' } })).toBe(0);
      expect(await listStorage(server)).toEqual(before);
    }, PATIENCE);
  });

  it('a part of an upload to the embedded store is ended, and takes no place', async () => {
    const { upload_url: url } = await server.api.call(presignFileShare, {
      body: { filename: 'stalled.bin', size: 50_000 },
    });
    const { pathname, search } = new URL(url);
    const before = await listStorage(server);
    const socket = await open();
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`);
    socket.write('Content-Length: 50000\r\n\r\nhalf');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    expect(await listStorage(server)).toEqual(before);
    const whole = await fetch(url, { method: 'PUT', body: Buffer.alloc(50_000) });
    expect(whole.status).toBe(200);
  });

  it('a stalled form gives back the room that it took', async () => {
    const limit = (total_storage_bytes: number) =>
      server.api.call(updateStorageConfig, {
        params: { id: 'embedded' },
        body: { total_storage_bytes },
      });
    onTestFinished(async () => void (await limit(10 ** 12)));
    await limit(2 * MEBIBYTE);
    const upload = async () => {
      const form = new FormData();
      form.append('path', '/m');
      form.append('file', new File(['x'.repeat(1.5 * MEBIBYTE)], 'other.bin'));
      const reply = await fetch(`${server.url}/api/fs/upload`, {
        method: 'POST',
        headers: { authorization: server.authorization },
        body: form,
      });
      return reply.status;
    };
    const size = 1.5 * MEBIBYTE;
    const socket = await begin('POST', '/api/fs/upload', size, formStart({ path: '/m' }), form);
    // A byte now and then keeps it alive.
    const bytes = setInterval(() => socket.write('x'), TIMEOUTS.requestMs / 5);
    onTestFinished(() => clearInterval(bytes));
    await vi.waitFor(
      async () =>
        expect(await server.prisma.objectWrite.count({ where: { kind: 'stream' } })).toBe(1),
      PATIENCE,
    );
    expect(await upload()).toBe(507);
    clearInterval(bytes);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    await vi.waitFor(async () => expect(await upload()).toBe(200), PATIENCE);
  });

  it('an upload of a byte now and then arrives', async () => {
    const content = 'abcdefgh';
    const path = '/api/upload-direct/slow.txt?slug=slow';
    const socket = await begin('PUT', path, content.length, '', { Connection: 'close' });
    for (const byte of content) {
      await setTimeout(TIMEOUTS.requestMs / 3);
      socket.write(byte);
    }
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
    expect(await (await fetch(`${server.url}/api/file-view/slow`)).text()).toBe(content);
  });

  it('a download that nobody reads is ended', async () => {
    const content = Buffer.alloc(32 * MEBIBYTE);
    const { slug } = await uploadFile(server.api, content, { filename: 'big.bin' });
    const socket = await open();
    socket.pause();
    socket.write(`GET /api/file-download/${slug} HTTP/1.1\r\nHost: satchel\r\n\r\n`);
    await setTimeout(2 * TIMEOUTS.replyMs);
    // Reads the bytes that the system had buffered, and then the end of the connection.
    const received = await text(socket).catch(() => '');
    expect(received.length).toBeLessThan(content.length);
  });

  describe('bodies of strangers', () => {
    const post = async (path: string, bytes: number, authorization?: string) => {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(authorization ? { authorization } : {}),
        },
        body: JSON.stringify({
          username: 'a',
          password: 'x',
          ids: ['x'],
          padding: 'x'.repeat(bytes),
        }),
      });
      return response.status;
    };

    it.each(['/api/admin/login', '/api/paste/x', '/api/public/files/x/verify', '/api/nothing'])(
      'are taken up to 64 KiB only: %s',
      async (path) => {
        expect(await post(path, 65 * 1024)).toBe(413);
        expect(await post(path, 60 * 1024)).not.toBe(413);
      },
    );

    it('are smaller than those of callers who are known', async () => {
      const path = '/api/pastes/batch-delete';
      expect(await post(path, 900 * 1024, server.authorization)).toBe(200);
      expect(await post(path, 1100 * 1024, server.authorization)).toBe(413);
    });
  });
});
