import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#errors';
import { hashToken } from '#security/random.ts';
import type { Metrics } from '#telemetry/metrics/metrics.ts';
import { readCredential } from '../contract/authenticate.ts';
import { serveRead } from './serve-read.ts';

/** Serves `/metrics` to clients with the token. Without a configured token the answer is 404, not a page. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics | undefined,
  token: string | undefined,
): void {
  serveRead(app, '/metrics', async (request, reply) => {
    if (!metrics || token === undefined) throw new AppError('request.not_found');
    const credential = readCredential(request.headers);
    if (credential === undefined) throw new AppError('auth.required');
    const isRight = credential.kind === 'adminToken' && isEqual(credential.token, token);
    if (!isRight) throw new AppError('auth.invalid');
    reply.type(metrics.contentType).header('cache-control', 'no-store');
    return reply.send(await metrics.write());
  });
}

/** Compares hashes, because they have equal length and reveal nothing about the secrets. */
function isEqual(given: string, token: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)));
}
