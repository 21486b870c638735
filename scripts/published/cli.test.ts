import { readFile } from 'node:fs/promises';
import { createClient } from '@satchel/api-client';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { type StartedServer, startServerProcess } from '@satchel/server/test/start-server-process';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type Consumer, createConsumer } from './consumer.ts';
import { ADMIN } from './entry-points.ts';
import { NODES } from './toolchains.ts';

let consumer: Consumer;
let server: StartedServer;

beforeAll(async () => {
  const names = ['permissions', 'multipart-uploader', 'api-client', 'cli'] as const;
  [consumer, server] = await Promise.all([
    createConsumer(inject('packed'), names),
    startServerProcess(ADMIN),
  ]);
  const anonymous = createClient({ baseUrl: server.url });
  const { token } = await anonymous.sessions.login({ body: ADMIN });
  const admin = createClient({
    baseUrl: server.url,
    credential: () => ({ kind: 'admin', token }),
  });
  const permissions = PERMISSION_FLAGS.text | PERMISSION_FLAGS.file_share;
  const { key } = await admin.apiKeys.create({ body: { name: 'cli', permissions } });
  vi.stubEnv('SATCHEL_URL', server.url);
  vi.stubEnv('SATCHEL_KEY', key);
});
afterAll(() => vi.unstubAllEnvs());
afterAll(() => Promise.all([consumer.remove(), server.stop()]));

it.each(Object.entries(NODES))('satchel, as it is installed, shares in %s', async (name, node) => {
  const satchel = (...parameters: string[]) =>
    consumer.run(node, consumer.pathOf('node_modules/@satchel/cli/dist/main.js'), ...parameters);
  const content = `shared by ${name}`;
  const link = (await satchel('share', 'text', content)).trim();
  expect(link).toMatch(new RegExp(`^${server.url}/paste/\\w+$`));
  expect(await satchel('get', link, '-o', '-')).toBe(content);
  await consumer.write('note.txt', content);
  expect(await satchel('share', 'file', 'note.txt')).toMatch(/\/file\/\w+\n$/);
  await consumer.write('other.txt', 'other');
  const bundle = (await satchel('share', 'note.txt', 'other.txt')).trim();
  await satchel('get', bundle, '-o', `bundle-${name}`);
  const received = consumer.pathOf(`bundle-${name}/note.txt`);
  expect(await readFile(received, 'utf8')).toBe(content);
});
