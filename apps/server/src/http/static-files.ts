import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#errors';
import { setPagePolicy } from '#http/security-headers.ts';

const YEAR = 'public, max-age=31536000, immutable';

/** Serves the built web app; every page address gets its one HTML file (SPEC 2). */
export async function serveStaticFiles(
  app: FastifyInstance,
  directory: string,
  storageOrigins: () => readonly string[],
): Promise<void> {
  if (!existsSync(join(directory, 'index.html'))) {
    app.setNotFoundHandler(() => {
      throw new AppError('request.not_found');
    });
    return;
  }
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = /[/\\]assets[/\\]/.test(path);
      reply.header('cache-control', isHashed ? YEAR : 'no-cache');
      if (/\.html(\.(br|gz))?$/.test(path)) setPagePolicy(reply, storageOrigins());
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const isApi = /^\/(api|dav|s3)(\/|$)/.test(pathname);
    const isAsset = pathname.startsWith('/assets/') || /\.\w{1,8}$/.test(pathname);
    if (!isPage || isApi || (isAsset && !pathname.startsWith('/mount-explorer/'))) {
      throw new AppError('request.not_found');
    }
    return reply.sendFile('index.html');
  });
}
