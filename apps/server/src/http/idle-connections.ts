import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends, when the server closes, every connection as soon as nothing is asked for on it. Node ends only
 * those that are idle at that moment: not one that a browser has opened ahead of its first request,
 * nor one whose reply ends later. Each of them would hold the server up for a minute.
 */
export function endIdleConnections(app: FastifyInstance): void {
  const running = new Map<Socket, number>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    if (isClosing) {
      socket.destroy();
      return;
    }
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1;
      if (running.has(socket)) running.set(socket, left);
      if (isClosing && left === 0) socket.destroySoon();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [socket, requests] of running) if (requests === 0) socket.destroy();
  });
}
