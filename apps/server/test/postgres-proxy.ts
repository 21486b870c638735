import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Proxy between a command and PostgreSQL that can stop at a statement. */
export interface PostgresProxy {
  /** URL of the database through this proxy. */
  readonly url: string;
  /**
   * Blocks a connection at a statement: before PostgreSQL receives it, or after PostgreSQL has run it
   * and before the client gets the result. Resolves once it is blocked.
   */
  standAt(sql: string, when: 'before' | 'after'): Promise<void>;
  /** Blocks all present connections, which stay open; new ones work. */
  silence(): void;
  /** Closes all connections, like a restarting database, and accepts no new ones until `accept`. */
  refuse(): void;
  accept(): void;
  close(): Promise<void>;
}

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const silences = new Set<() => void>();
  let rule: { sql: string; when: 'before' | 'after'; reached: () => void } | undefined;
  let isOpen = true;
  const server = createServer((client) => {
    if (!isOpen) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    let state: 'open' | 'last reply' | 'standing' = 'open';
    const stand = () => {
      state = 'standing';
      rule?.reached();
      rule = undefined;
    };
    const silence = () => {
      state = 'standing';
    };
    silences.add(silence);
    client.on('close', () => silences.delete(silence));
    client.on('data', (chunk) => {
      if (state === 'standing') return;
      if (rule && chunk.includes(rule.sql)) {
        if (rule.when === 'before') return stand();
        state = 'last reply';
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (state === 'last reply') stand();
      if (state === 'open') client.write(chunk);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    standAt(sql, when) {
      const { promise, resolve } = Promise.withResolvers<void>();
      rule = { sql, when, reached: resolve };
      return promise;
    },
    silence() {
      for (const silence of silences) silence();
    },
    refuse() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    accept() {
      isOpen = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
