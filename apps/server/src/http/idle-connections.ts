import type { FastifyInstance } from 'fastify';

/**
 * Ends, once the server takes no more requests, each connection with its last reply. Node ends those
 * that are idle when it begins to close; one whose reply ends later it would keep alive for another
 * minute, and the server with it.
 */
export function endConnectionsWhenIdle(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.server.on('request', (_request, response) => {
    response.once('close', () => {
      if (isClosing) app.server.closeIdleConnections();
    });
  });
}
