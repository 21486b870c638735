import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A connection of limited rate that regularly breaks all of its TCP connections. */
export interface CuttingLink {
  /** Returns the address of a target through this connection. */
  reach(target: string): Promise<string>;
  /** Number of bytes that the page has sent so far, including lost ones. */
  sentBytes(): number;
  stop(): void;
}

/** Maximum backlog that a late timer may send at once. */
const BURST_MS = 50;

export function createCuttingLink(bytesPerSecond: number, cutEveryMs: number): CuttingLink {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let sentBytes = 0;
  let freeAtMs = 0;

  function track(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    return socket;
  }

  /** Sends one chunk per TCP connection at a time, so that they share the rate evenly. */
  function carry(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      from.pause();
      const nowMs = performance.now();
      freeAtMs = Math.max(freeAtMs, nowMs - BURST_MS) + (chunk.length / bytesPerSecond) * 1000;
      setTimeout(
        () => {
          if (from.destroyed || to.destroyed) return;
          sentBytes += chunk.length;
          to.write(chunk);
          from.resume();
        },
        Math.max(0, freeAtMs - nowMs),
      );
    });
  }

  const cutting = setInterval(() => {
    for (const socket of sockets) socket.resetAndDestroy();
  }, cutEveryMs);

  return {
    async reach(target) {
      const { hostname, port } = new URL(target);
      const server = createServer({ noDelay: true }, (accepted) => {
        const client = track(accepted);
        const upstream = track(connect({ host: hostname, port: Number(port), noDelay: true }));
        carry(client, upstream);
        upstream.pipe(client);
        client.on('end', () => upstream.end());
        client.on('close', () => upstream.destroy());
      });
      servers.push(server);
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    sentBytes: () => sentBytes,
    stop() {
      clearInterval(cutting);
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
