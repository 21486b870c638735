import {
  health,
  maxUploadSize,
  readiness,
  uploadOrigins,
  version,
} from '@satchel/api-client/contract/system';
import type { FastifyInstance } from 'fastify';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
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

  mountEndpoint(app, http, readiness, async () => {
    await system.assertReady();
    return { status: 'ready' as const, timestamp: system.now().toISOString() };
  });

  // Only administrators get more than the version, because details would tell attackers which
  // vulnerabilities to try (SECURITY 11).
  mountEndpoint(
    app,
    http,
    version,
    ({ caller }) => {
      const known = system.version();
      return caller.kind === 'admin' ? known : { version: known.version };
    },
    { identifies: true },
  );

  mountEndpoint(app, http, maxUploadSize, async () => ({
    max_upload_size: await system.maxUploadSize(),
  }));

  mountEndpoint(app, http, uploadOrigins, async () => ({ origins: system.uploadOrigins() }));
}
