import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time in milliseconds for requests that were on their way when the server took its last connection. */
export const LINGER_MS = 500;

/**
 * Ends each connection with its last reply once the server stops, because a proxy would keep it, and the
 * server, for another minute. Idle connections end after `lingerMs` and not at once, as Node ends them: a
 * request may already be on its way, and its client could not know whether it was done. A connection whose
 * request is answered while its body still arrives counts as idle here; to Node it does not.
 */
export function endConnections(app: FastifyInstance, lingerMs: number): void {
  const { server } = app;
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  /** How many requests of a connection have no answer yet; several only where they are pipelined. */
  const unanswered = new Map<Socket, number>();
  const endIdle = server.closeIdleConnections.bind(server);
  const endUnused = () => {
    endIdle();
    for (const [socket, count] of unanswered) if (count === 0) socket.destroySoon();
  };
  // Fastify and Node call it when they close.
  server.closeIdleConnections = () => void setTimeout(endUnused, lingerMs);
  const count = (socket: Socket, change: 1 | -1) => {
    if (!socket.destroyed) unanswered.set(socket, (unanswered.get(socket) ?? 0) + change);
  };
  server.on('connection', (socket) => {
    socket.once('close', () => unanswered.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => {
      count(socket, -1);
      if (isClosing) socket.destroySoon();
    });
  });
}
