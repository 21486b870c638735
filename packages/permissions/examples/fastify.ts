import Fastify, { type FastifyInstance } from 'fastify';
import { type Access, blog, type Principal, STATUS } from './blog.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    principal: Principal;
  }
}

type Authenticate = (authorization: string | undefined) => Promise<Principal>;

export function createApp(authenticate: Authenticate): FastifyInstance {
  const app = Fastify();
  app.decorateRequest('principal');
  app.addHook('onRequest', async (request, reply) => {
    request.principal = await authenticate(request.headers.authorization);
    // A route that declares nothing is the administrators'.
    const { access = 'admin' } = request.routeOptions.config;
    const decision = blog.decideAccess(request.principal, access);
    if (!decision.allowed) return reply.code(STATUS[decision.reason]).send(decision);
  });

  app.get('/health', { config: { access: 'public' } }, async () => 'well');
  app.get('/settings', async () => 'all of them');
  app.put<{ Params: { '*': string } }>(
    '/posts/*',
    { config: { access: 'edit' } },
    async (request, reply) => {
      // Fastify has decoded the path once; nobody may do so again.
      const decision = blog.decide(request.principal, 'edit', request.params['*']);
      if (!decision.allowed) return reply.code(STATUS[decision.reason]).send(decision);
      return { createdBy: blog.createdByOf(request.principal) };
    },
  );
  return app;
}
