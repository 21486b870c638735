import type { FastifyInstance } from 'fastify';

/** For requests that were on their way when the server took its last connection. */
const LINGER_MS = 500;

/**
 * Ends, once the server takes no more connections, each with its last reply: a proxy would keep it for
 * another minute, and the server with it. Those that are idle it ends a moment later and not at once, as
 * Node does: on one that it has just been given a request may be on its way, and whoever sent it could
 * not know whether it was done.
 */
export function endConnections(app: FastifyInstance): void {
  const { server } = app;
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const endIdle = server.closeIdleConnections.bind(server);
  // Fastify and Node call it when they close.
  server.closeIdleConnections = () => void setTimeout(endIdle, LINGER_MS);
  server.on('request', ({ socket }, response) => {
    response.once('close', () => {
      if (isClosing) socket.destroySoon();
    });
  });
}
