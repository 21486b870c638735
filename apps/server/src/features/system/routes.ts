import { MEASURED_BODY_LIMIT_BYTES } from '@satchel/api-client/contract/limits';
import {
  health,
  maxUploadSize,
  measureUpload,
  readiness,
  uploadOrigins,
  version,
} from '@satchel/api-client/contract/system';
import { createFollowerLimit } from '#concurrency/follower-limit.ts';
import { AppError } from '#errors';
import { envelope } from '#http/contract/envelope.ts';
import {
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import { contentLengthOf } from '#http/contract/request-context.ts';
import type { SystemService } from './service.ts';

export function systemRoutes(http: HttpDependencies, system: SystemService): void {
  mountEndpoint(http, health, async ({ query }) => {
    if (query.ready) await system.assertReady();
    return { status: 'ok' as const, timestamp: system.now().toISOString() };
  });

  mountEndpoint(http, readiness, async () => {
    await system.assertReady();
    return { status: 'ready' as const, timestamp: system.now().toISOString() };
  });

  // Only administrators get more than the version, because details would tell attackers which
  // vulnerabilities to try (SECURITY 11).
  mountEndpoint(
    http,
    version,
    ({ caller }) => {
      const known = system.version();
      return caller.kind === 'admin' ? known : { version: known.version };
    },
    { identifies: true },
  );

  mountEndpoint(http, maxUploadSize, async () => ({
    max_upload_size: await system.maxUploadSize(),
  }));

  mountEndpoint(http, uploadOrigins, async () => ({ origins: system.uploadOrigins() }));
}

/** Concurrent measured uploads: those of two browsers that send four each. */
const MAX_MEASURED_UPLOADS = 8;

/** Mounts the sink for measurements in a scope of its own, because it reads raw bodies itself. */
export function measurementRoutes(http: HttpDependencies): void {
  const limit = createFollowerLimit({
    max: MAX_MEASURED_UPLOADS,
    maxOfSource: MAX_MEASURED_UPLOADS,
  });
  http.app.removeAllContentTypeParsers();
  http.app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  mountStreamEndpoint(http, measureUpload, async ({ request, reply, source, signal }) => {
    const length = contentLengthOf(request);
    if (length === undefined) throw new AppError('request.length_required');
    if (length > MEASURED_BODY_LIMIT_BYTES) throw new AppError('request.too_large');
    const leave = limit.enter(source, signal);
    try {
      const startedAtMs = performance.now();
      let received = 0;
      for await (const chunk of request.raw) received += (chunk as Buffer).length;
      const duration = Math.round((performance.now() - startedAtMs) * 10) / 10;
      const measured = { received_bytes: received, duration_ms: duration };
      return await reply.header('cache-control', 'no-store').send(envelope(measured, 200, request));
    } finally {
      leave();
    }
  });
}
