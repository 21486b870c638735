import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from './open-test-store.ts';
import { signRequest } from './sign-request.ts';

let s3: TestStore;
beforeAll(async () => {
  s3 = await openTestStore();
});
afterAll(() => s3.stop());

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

async function ask(method: string, path: string, body?: Buffer) {
  const outgoing = request(`${s3.endpoint}${path}`, { agent, method });
  outgoing.end(body);
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  if (incoming === undefined) throw new Error('A reply has a message');
  const port = incoming.socket.localPort;
  incoming.resume();
  await once(incoming, 'end');
  return { status: incoming.statusCode, port };
}

test('a connection is kept for the next request, whatever the reply was', async () => {
  const replies = [
    await ask('GET', '/bucket/none'),
    await ask('HEAD', '/bucket/none'),
    await ask('PUT', '/bucket/none', Buffer.from('x')),
    await ask('DELETE', '/bucket/none'),
  ];
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(new Set(replies.map(({ port }) => port)).size).toBe(1);
});

test('a client that sends a large body learns why it was refused', async () => {
  const body = Buffer.alloc(30_000_000);
  const reply = await fetch(`${s3.endpoint}/bucket/refused`, { method: 'PUT', body });
  expect(await reply.text()).toContain('<Code>AccessDenied</Code>');
});

test('a body that never ends is cut off', async () => {
  const socket = connect(s3.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('PUT /bucket/endless HTTP/1.1\r\nhost: x\r\ncontent-length: 9999999999999\r\n\r\n');
  const piece = Buffer.alloc(1_000_000);
  const pump = () => {
    while (socket.writable && socket.write(piece));
    if (socket.writable) socket.once('drain', pump);
  };
  pump();
  await closed;
  expect(socket.bytesWritten).toBeGreaterThan(0);
  expect(socket.bytesWritten).toBeLessThan(1_000_000_000);
});

test('a reader that goes away in the middle frees the object', async () => {
  await s3.call('PUT', '/bucket/large', Buffer.alloc(20_000_000));
  const signed = signRequest('GET', `127.0.0.1:${s3.port}`, '/bucket/large', 'UNSIGNED-PAYLOAD');
  const outgoing = request(`${s3.endpoint}/bucket/large`, { headers: signed.headers });
  outgoing.on('error', () => undefined);
  outgoing.end();
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  incoming?.on('error', () => undefined);
  incoming?.destroy();
  await s3.call('DELETE', '/bucket/large');
  expect((await s3.call('GET', '/bucket/large')).status).toBe(404);
});
