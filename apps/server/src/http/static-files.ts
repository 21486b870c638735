import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors';
import { setPagePolicy } from '#http/security-headers.ts';

const YEAR = 'public, max-age=31536000, immutable';

/** Serves the built web app; every page address gets its one HTML file (SPEC 2). */
export async function serveStaticFiles(
  app: FastifyInstance,
  directory: string,
  storageOrigins: () => Promise<readonly string[]>,
): Promise<void> {
  if (!existsSync(join(directory, 'index.html'))) {
    app.setNotFoundHandler(() => {
      throw new AppError('request.not_found');
    });
    return;
  }
  await app.register(async (scope) => {
    // A 304 has no type, yet its headers replace those of the page that the browser kept.
    const pages = new WeakSet<object>();
    scope.addHook('onSend', async (_request, reply) => {
      if (pages.has(reply)) setPagePolicy(reply, await storageOrigins());
    });
    await scope.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        if (/\.html(\.\w+)?$/.test(path)) pages.add(reply);
        const isHashed = /[/\\]assets[/\\]/.test(path);
        reply.header('cache-control', isHashed ? YEAR : 'no-cache');
      },
    });
    scope.setNotFoundHandler((request, reply) => {
      if (!isPageRequest(request)) throw new AppError('request.not_found');
      return reply.sendFile('index.html');
    });
  });
}

/** Every page address gets the one HTML file; what looks like a call or a file does not. */
function isPageRequest({ method, url }: FastifyRequest): boolean {
  const { pathname } = new URL(url, 'http://localhost');
  const isApi = /^\/(api|dav|s3)(\/|$)/.test(pathname);
  const isAsset = pathname.startsWith('/assets/') || /\.\w{1,8}$/.test(pathname);
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !isApi && (!isAsset || pathname.startsWith('/mount-explorer/'));
}
