import { health, maxUploadSize, version } from '@satchel/api-client/contract/system';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#clock';
import type { SettingService } from '#features/settings/service.ts';
import { type HttpDependencies, mountEndpoint } from '#http/mount-endpoint.ts';
import type { SystemService } from './service.ts';

export interface SystemRouteDependencies {
  readonly system: SystemService;
  readonly settings: SettingService;
  readonly clock: Clock;
}

export function systemRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  { system, settings, clock }: SystemRouteDependencies,
): void {
  mountEndpoint(app, http, health, async ({ query, signal }) => {
    if (query.ready) await system.assertReady(signal);
    return { status: 'ok' as const, timestamp: clock.now().toISOString() };
  });

  mountEndpoint(app, http, version, () => system.version());

  mountEndpoint(app, http, maxUploadSize, async () => ({
    max_upload_size: await settings.getNumber('max_upload_size'),
  }));
}
