import type { FastifyInstance } from 'fastify';
import { AppError } from '#errors';

interface KnownAddress {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Answers 405 with `Allow` where an address of the API has other methods (RFC 9110 15.5.6). */
export function refuseOtherMethods(app: FastifyInstance): void {
  const addresses = new Map<string, KnownAddress>();
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return;
    const known = addresses.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    addresses.set(url, known);
    for (const one of [method].flat()) known.methods.add(one);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const [path = ''] = request.url.split('?', 1);
    const allowed = [...addresses.values()].flatMap(({ pattern, methods }) =>
      pattern.test(path) ? [...methods] : [],
    );
    if (allowed.length === 0) return;
    reply.header('allow', [...new Set(allowed)].join(', '));
    throw new AppError('request.method_not_allowed');
  });
}

/** Matches the addresses of a route such as `/api/files/:id` or `/api/p/*`. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.]/g, '\\.')
    .replace(/:\w+/g, '[^/]+')
    .replace('*', '.*')
    .replace(/\/$/, '');
  return new RegExp(`^${source}/?$`);
}
