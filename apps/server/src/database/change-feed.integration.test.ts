import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { createDatabase } from '../../test/start-postgres.ts';
import { type ChangeFeed, createPostgresChangeFeed } from './change-feed.ts';

const postgresUrl = inject('postgresUrl');

/** Proxy that forwards connections to a server until the test makes it block or close them. */
async function startProxy(target: URL) {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const proxy = createServer((client) => {
    if (!isOpen) return client.destroy();
    const server = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
    return undefined;
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    url: Object.assign(new URL(target), { port: String(port) }).href,
    /** Simulates a power failure of a machine in between: neither side learns that the connection is dead. */
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    refuse() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    accept() {
      isOpen = true;
    },
    async close() {
      this.refuse();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

describe.skipIf(postgresUrl === undefined)('the feed of changes on PostgreSQL', () => {
  const cleanUps: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  const open = async (url: string, heartbeatMs = 100, onError = (_: unknown) => undefined) => {
    const feed = createPostgresChangeFeed(url, onError, { heartbeatMs, retryMs: 20 });
    cleanUps.push(feed.close);
    await untilConnected(feed, true);
    return feed;
  };
  const untilConnected = (feed: ChangeFeed, isConnected: boolean) =>
    vi.waitFor(() => expect(feed.isConnected).toBe(isConnected), { timeout: 10_000 });
  const start = async () => {
    const target = new URL(await createDatabase(postgresUrl ?? ''));
    const proxy = await startProxy(target);
    cleanUps.push(proxy.close.bind(proxy));
    return { proxy, direct: await open(target.href), proxied: await open(proxy.url) };
  };
  /** Records the keys that a cache would still have: everything since its last invalidation. */
  const listenTo = (feed: ChangeFeed) => {
    const heard: string[] = [];
    feed.subscribe('topic', (key) => void heard.push(key));
    feed.onReset(() => void heard.push('reset'));
    return heard;
  };

  it('tells others and itself of a change', async () => {
    const { direct, proxied } = await start();
    const [near, far] = [listenTo(direct), listenTo(proxied)];
    void direct.publish('topic', 'a:key');
    expect(near).toEqual(['a:key']);
    await vi.waitFor(() => expect(far).toEqual(['a:key']));
  });

  it('has sent a change when a caller that waits for it goes on', async () => {
    const databaseUrl = await createDatabase(postgresUrl ?? '');
    const feed = await open(databaseUrl);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    cleanUps.push(() => client.end());
    const heard: unknown[] = [];
    client.on('notification', ({ payload }) => void heard.push(payload));
    await client.query('LISTEN satchel_changes');
    for (let round = 0; round < 20; round += 1) {
      await feed.publish('topic', `${round}`);
      // PostgreSQL delivers pending notifications before it answers the second query.
      for (const _ of [1, 2]) await client.query('SELECT 1');
      expect(heard).toContain(`topic:${round}`);
    }
  });

  it('has delivered what others have sent when a reader has caught up', async () => {
    const databaseUrl = await createDatabase(postgresUrl ?? '');
    // Heartbeats that a busy machine misses would close the connection.
    const [sending, reading] = [await open(databaseUrl, 10_000), await open(databaseUrl, 10_000)];
    const heard = listenTo(reading);
    for (let round = 0; round < 20; round += 1) {
      await sending.publish('topic', `${round}`);
      await vi.waitFor(async () => expect(await reading.catchUp()).toBe(true));
      expect(heard).toContain(`${round}`);
    }
  });

  it('never has a reader caught up while it is cut, or dead without a word', async () => {
    const { proxy, proxied } = await start();
    proxy.freeze();
    expect(await proxied.catchUp()).toBe(false);
    proxy.refuse();
    await untilConnected(proxied, false);
    expect(await proxied.catchUp()).toBe(false);
  });

  it('has caches cleared where there is more to tell than a message should hold', async () => {
    const { direct, proxied } = await start();
    const far = listenTo(proxied);
    for (let at = 0; at < 20_000; at += 1) void direct.publish('topic', `${at}`);
    await direct.publish('topic', 'last');
    await vi.waitFor(() => expect(far).toContain('reset'));
    expect(far).toEqual(['reset']);
  });

  it('has everything forgotten when it is cut, and again when it is back', async () => {
    const { proxy, proxied } = await start();
    const heard = listenTo(proxied);
    proxy.refuse();
    await untilConnected(proxied, false);
    expect(heard).toEqual(['reset']);
    proxy.accept();
    await untilConnected(proxied, true);
    expect(heard).toEqual(['reset', 'reset']);
  });

  it('notices a connection that died without a word', async () => {
    const { proxy, proxied } = await start();
    const heard = listenTo(proxied);
    proxy.freeze();
    await vi.waitFor(() => expect(heard).toEqual(['reset', 'reset']), { timeout: 10_000 });
    expect(proxied.isConnected).toBe(true);
  });

  it('has others forget everything where a message could not be sent', async () => {
    const { proxy, direct, proxied } = await start();
    const heard = listenTo(direct);
    proxy.refuse();
    await untilConnected(proxied, false);
    void proxied.publish('topic', 'unsent');
    // Sending fails for a while, although the listening replica stays connected.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toEqual([]);
    proxy.accept();
    await vi.waitFor(() => expect(heard).toEqual(['reset']), { timeout: 10_000 });
  });

  it('reports each time that it is cut, and not each attempt to come back', async () => {
    const proxy = await startProxy(new URL(await createDatabase(postgresUrl ?? '')));
    cleanUps.push(proxy.close.bind(proxy));
    const onError = vi.fn(() => undefined);
    const feed = await open(proxy.url, 100, onError);
    const reports = [];
    for (let cut = 0; cut < 2; cut += 1) {
      onError.mockClear();
      proxy.refuse();
      await untilConnected(feed, false);
      void feed.publish('topic', 'unsent');
      // Enough for 25 attempts.
      await new Promise((resolve) => setTimeout(resolve, 500));
      reports.push(onError.mock.calls.length);
      proxy.accept();
      await untilConnected(feed, true);
    }
    for (const count of reports) {
      expect(count).toBeGreaterThan(0);
      // The lost connection, the first attempt to open it, the message, and the connection that had sent others.
      expect(count).toBeLessThan(5);
    }
  });

  it('closes while it is cut', async () => {
    const { proxy, proxied } = await start();
    proxy.refuse();
    await untilConnected(proxied, false);
    void proxied.publish('topic', 'unsent');
    cleanUps.pop();
    await proxied.close();
    expect(proxied.isConnected).toBe(false);
  });
});
