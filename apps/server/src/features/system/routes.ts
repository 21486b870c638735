import { health, maxUploadSize, version } from '@satchel/api-client/contract/system';
import type { FastifyInstance } from 'fastify';
import { type HttpDependencies, mountEndpoint } from '#http/mount-endpoint.ts';
import type { SystemService } from './service.ts';

export function systemRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  system: SystemService,
): void {
  mountEndpoint(app, http, health, async ({ query }) => {
    if (query.ready) await system.assertReady();
    return { status: 'ok' as const, timestamp: system.now().toISOString() };
  });

  mountEndpoint(app, http, version, () => system.version());

  mountEndpoint(app, http, maxUploadSize, async () => ({
    max_upload_size: await system.maxUploadSize(),
  }));
}
