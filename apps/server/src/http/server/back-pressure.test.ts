import Fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { limitLoad } from './back-pressure.ts';

const delay = vi.hoisted(() => {
  const histogram = { mean: Number.NaN };
  const hooks = process.getBuiltinModule('node:perf_hooks');
  const methods = { enable: () => true, reset: () => undefined };
  hooks.monitorEventLoopDelay = () => Object.assign(histogram, methods) as never;
  return histogram;
});

const LIMITS = { rateLimitPerMinute: 0, overloadDelayMs: 5000, maxConnections: 0 };

afterEach(() => vi.useRealTimers());

it.each([
  ['lets calls in while nothing has been measured', Number.NaN, 200],
  ['refuses calls while the event loop is late', 6e9, 503],
])('%s', async (_, mean, status) => {
  delay.mean = mean;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const app = Fastify();
  await limitLoad(app, LIMITS);
  app.setErrorHandler((_error, _request, reply) => reply.code(503).send());
  app.get('/', () => 'ok');
  await vi.advanceTimersByTimeAsync(3000);
  expect((await app.inject('/')).statusCode).toBe(status);
  await app.close();
});
