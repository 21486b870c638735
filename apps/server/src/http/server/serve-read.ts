import type { FastifyInstance, RouteHandlerMethod } from 'fastify';

/** Registers GET and HEAD of an address that is no call of the contract. */
export function serveRead(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: ['GET', 'HEAD'], url, schema: { hide: true }, handler });
}
