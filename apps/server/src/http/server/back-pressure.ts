import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors';
import { isLoopback, sourceOf } from '#throttles/source.ts';

export interface BackPressureLimits {
  readonly rateLimitPerMinute: number;
  readonly overloadDelayMs: number;
  readonly maxConnections: number;
}

/** Interval in which the event loop's lag is measured, and so the earliest time for a retry. */
const OVERLOAD_SECONDS = 2;
/** Number of counted sources. The count of a forgotten source starts again at 0. */
const REMEMBERED_SOURCES = 20_000;
/** Monitoring paths, which are polled most when a server is slow. */
const WATCHED = /^\/(api\/health(\/ready)?|metrics)$/;

/**
 * Keeps an overloaded server responsive by refusing requests above its limits before it reads them.
 * Throttles of passwords and keys are separate (CONTRACT A6).
 */
export async function limitLoad(
  app: FastifyInstance,
  { rateLimitPerMinute, overloadDelayMs, maxConnections }: BackPressureLimits,
): Promise<void> {
  if (maxConnections > 0) app.server.maxConnections = maxConnections;
  if (overloadDelayMs > 0) {
    await app.register(underPressure, {
      maxEventLoopDelay: overloadDelayMs,
      pressureHandler: (request, _reply, _type, delayMs) => {
        // After a stall the plugin may lack a measurement, which it reports as infinite.
        if (delayMs === Infinity) return undefined;
        if (WATCHED.test(request.routeOptions.url ?? '')) return undefined;
        // Rejects instead of throwing, because the plugin would lose a thrown error.
        return Promise.reject(
          new AppError('server.overloaded', { details: { seconds: OVERLOAD_SECONDS } }),
        );
      },
    });
  }
  if (rateLimitPerMinute > 0) await limitStrangers(app, rateLimitPerMinute);
}

/** Counts in the memory of each replica, because a shared count would cost a database write per view. */
async function limitStrangers(app: FastifyInstance, max: number): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max,
    timeWindow: 60_000,
    cache: REMEMBERED_SOURCES,
    keyGenerator: ({ ip }) => sourceOf(ip),
  });
  const count = app.createRateLimit();
  app.addHook('onRequest', async (request) => {
    // Never limits loopback: without `TRUSTED_PROXIES` a local reverse proxy makes every visitor look
    // like 127.0.0.1.
    if (!isForStrangers(request) || isLoopback(request.ip)) return;
    const result = await count(request);
    if (result.isAllowed || !result.isExceeded) return;
    throw new AppError('request.rate_limited', { details: { seconds: result.ttlInSeconds } });
  });
}

/**
 * True for endpoints that need no credential, because a credential in such a call is not checked. Other
 * endpoints either refuse a caller cheaply, or the caller is one that an administrator has admitted.
 */
function isForStrangers({ routeOptions: { config, url = '' } }: FastifyRequest): boolean {
  return config.endpoint?.access === 'public' && !WATCHED.test(url);
}
