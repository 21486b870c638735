import { type StartedServer, startServerProcess } from '@satchel/server/test/start-server-process';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.ts';
import {
  ADMIN,
  ENTRY_POINTS,
  importsOf,
  requiresOf,
  USE_ALONE,
  USE_WITH_SERVER,
} from './entry-points.ts';
import { NODES, RUNTIMES } from './toolchains.ts';

let consumer: Consumer;
let server: StartedServer;

beforeAll(async () => {
  [consumer, server] = await Promise.all([
    createConsumer(inject('packed')),
    startServerProcess(ADMIN),
  ]);
});
afterAll(() => Promise.all([consumer.remove(), server.stop()]));

describe.each(Object.entries(RUNTIMES))('in %s', (_name, runtime) => {
  it('everything that is published can be imported', async () => {
    const path = await consumer.write('use.mjs', importsOf(ENTRY_POINTS) + USE_ALONE);
    expect(await consumer.run(runtime, path)).toBe('true 3 function\n');
  });

  it('texts and files in parts are shared and read', async () => {
    const code = `import { createClient } from '@satchel/api-client';\n${USE_WITH_SERVER}`;
    const path = await consumer.write('share.mjs', code);
    const printed = await consumer.run(runtime, path, server.url, ADMIN.username, ADMIN.password);
    expect(printed).toBe('hello 12582912 true\n');
  });
});

it.each(Object.entries(NODES))('%s can require it', async (_name, runtime) => {
  const path = await consumer.write('use.cjs', requiresOf(ENTRY_POINTS) + USE_ALONE);
  expect(await consumer.run(runtime, path)).toBe('true 3 function\n');
});
