import { createHash } from 'node:crypto';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { isFresh } from '../../content/share-content.ts';
import { serveRead } from '../../server/serve-read.ts';
import { openApiSchema } from './open-api.ts';

const PAGE = '/api/docs';

/** Serves `/api/openapi.json` and `/api/docs`, generated from the contract (CONTRACT A4). */
export async function serveApiDocumentation(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    // Runs on the first request for the description, so that the start does not wait for it.
    transform({ schema, url, route }) {
      const endpoint = route.config?.endpoint;
      return { url, schema: schema?.hide || !endpoint ? schema : openApiSchema(endpoint) };
    },
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Satchel', version, description: 'Clipboard, file sharing and S3 browser' },
      components: {
        securitySchemes: {
          adminToken: { type: 'http', scheme: 'bearer', description: 'From POST /api/admin/login' },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`ApiKey <key>`',
          },
        },
      },
    },
  });
  // The plugin has no HEAD routes, and the server none but its own (`exposeHeadRoutes`).
  app.addHook('onRoute', function (this: FastifyInstance, { routePath: path, url, ...route }) {
    if (!url.startsWith(PAGE) || route.method !== 'GET') return;
    this.route({ ...route, url: path, path, method: 'HEAD' } as RouteOptions);
  });
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    // The page styles its elements inline; all else stays strict.
    staticCSP: {
      'default-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
    // Redirects the plugin's own copies, because it generates them for each request; YAML takes a second.
    uiHooks: {
      onRequest(request, reply, done) {
        if (/\/(json|yaml)$/.test(request.routeOptions.url ?? ''))
          reply.redirect('/api/openapi.json');
        else done();
      },
    },
    theme: { title: 'Satchel API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', tryItOutEnabled: true },
  });
  serveDescription(app);
}

/** Serves the description, generated once: anonymous visitors may request its 300 kB often (SECURITY 16). */
function serveDescription(app: FastifyInstance): void {
  let json: Buffer | undefined;
  let etag = '';
  serveRead(app, '/api/openapi.json', (request, reply) => {
    if (!json) {
      json = Buffer.from(JSON.stringify(app.swagger()));
      etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
    }
    reply.header('etag', etag).header('cache-control', 'public, no-cache');
    if (isFresh(request, etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(json);
  });
}
