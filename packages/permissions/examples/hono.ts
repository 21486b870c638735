import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type Access, blog, type Permission, type Principal, STATUS } from './blog.ts';

interface Env {
  Variables: { principal: Principal };
}
type Authenticate = (authorization: string | undefined) => Promise<Principal>;

const requires = (access: Access) =>
  createMiddleware<Env>(async (context, next) => {
    const decision = blog.decideAccess(context.get('principal'), access);
    if (!decision.allowed) return context.json(decision, STATUS[decision.reason]);
    await next();
  });

function denialOf(context: Context<Env>, permission: Permission, path: string) {
  const decision = blog.decide(context.get('principal'), permission, path);
  return decision.allowed ? undefined : context.json(decision, STATUS[decision.reason]);
}

export function createApp(authenticate: Authenticate): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (context, next) => {
    context.set('principal', await authenticate(context.req.header('authorization')));
    await next();
  });
  app.get('/health', (context) => context.text('well'));
  app.get('/settings', requires('admin'), (context) => context.text('all of them'));
  // Hono has decoded the parameter once; nobody may do so again.
  app.put('/posts/:path{.*}', requires('edit'), (context) => {
    const denial = denialOf(context, 'edit', context.req.param('path'));
    return denial ?? context.json({ createdBy: blog.createdByOf(context.get('principal')) });
  });
  return app;
}
