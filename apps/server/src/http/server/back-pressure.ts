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

/** How long the lag of the event loop is measured before it is judged, and so until it may be better. */
const OVERLOAD_SECONDS = 2;
/** The busiest of them: whoever is forgotten begins with a count of 0. */
const REMEMBERED_SOURCES = 20_000;
/** Paths of monitoring, which asks most when a server is slow. */
const WATCHED = /^\/(api\/health(\/ready)?|metrics)$/;

/**
 * Keeps a server that has too much to do able to do some of it: it refuses what is over its limits before
 * anything is read or asked for. Throttles of passwords and keys are apart from this (CONTRACT A6).
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
        // After a stall the plugin may have measured nothing, which it takes for an endless delay.
        if (delayMs === Infinity) return undefined;
        if (WATCHED.test(request.routeOptions.url ?? '')) return undefined;
        // Returned errors are sent; a thrown one would be lost here.
        return Promise.reject(
          new AppError('server.overloaded', { details: { seconds: OVERLOAD_SECONDS } }),
        );
      },
    });
  }
  if (rateLimitPerMinute > 0) await limitStrangers(app, rateLimitPerMinute);
}

/** In the memory of each replica: a count that all share would cost every view a write. */
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
    // Programs of this machine; or a proxy that nobody has named, and so all of its visitors at once.
    if (!isForStrangers(request) || isLoopback(request.ip)) return;
    const result = await count(request);
    if (result.isAllowed || !result.isExceeded) return;
    throw new AppError('request.rate_limited', { details: { seconds: result.ttlInSeconds } });
  });
}

/**
 * Calls that need no credential, also where one comes along: nobody looks whether it is right. Others
 * are refused before they cost anything, or are somebody's whom an administrator has let in.
 */
function isForStrangers({ routeOptions: { config, url = '' } }: FastifyRequest): boolean {
  return config.endpoint?.access === 'public' && !WATCHED.test(url);
}
