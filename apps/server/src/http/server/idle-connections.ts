import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Time in ms for requests that were already on their way when the server stopped accepting connections.
 */
export const LINGER_MS = 500;

/**
 * Closes each connection after its last reply once the server stops, because a proxy would keep it, and
 * so the server, alive for another minute. Idle connections close after `lingerMs` and not immediately,
 * as in Node: a request may be on its way, and its client could not know whether it was processed. A
 * connection whose request is answered while its body still arrives counts as idle here, unlike in
 * Node.
 */
export function endConnections(app: FastifyInstance, lingerMs: number): void {
  const { server } = app;
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  /** Number of unanswered requests per connection; above 1 only with pipelining. */
  const unanswered = new Map<Socket, number>();
  const endIdle = server.closeIdleConnections.bind(server);
  const endUnused = () => {
    endIdle();
    for (const [socket, count] of unanswered) if (count === 0) socket.destroySoon();
  };
  // Replaces the method that Fastify and Node call when they close.
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
