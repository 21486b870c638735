import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** For requests that were on their way when the server took its last connection. */
const LINGER_MS = 500;

/**
 * Ends, once the server takes no more connections, each with its last reply: a proxy would keep it for
 * another minute, and the server with it. Those that are idle it ends a moment later and not at once, as
 * Node does: on one that it has just been given a request may be on its way, and whoever sent it could
 * not know whether it was done. So it ends those whose request is answered and still being sent: to Node
 * they are not idle, and whoever sends takes what time there is.
 */
export function endConnections(app: FastifyInstance): void {
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
  server.closeIdleConnections = () => void setTimeout(endUnused, LINGER_MS);
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
