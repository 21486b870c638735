import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** `/api/openapi.json` and `/api/docs`, made from the contract (CONTRACT A4). */
export async function serveApiDocumentation(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
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
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The page styles its elements inline; nothing else is relaxed.
    staticCSP: {
      'default-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
    theme: { title: 'Satchel API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', tryItOutEnabled: true },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
