import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors';
import { NO_CUSTOM_CONTENT } from './custom-content-policy.ts';
import { type DescribeLink, withLinkCard } from './link-cards.ts';
import { type PageSources, setPagePolicy } from './security-headers.ts';
import { NOT_INDEXED } from './well-known.ts';

/** It fetches files of the app and makes calls, and runs no other code. */
const SERVICE_WORKER_POLICY = "default-src 'none';connect-src 'self'";
const YEAR = 'public, max-age=31536000, immutable';

/** Serves the built web app; every page address gets its one HTML file (SPEC 2). */
export async function serveStaticFiles(
  app: FastifyInstance,
  directory: string,
  pageSources: () => Promise<PageSources>,
  describeLink: DescribeLink = async () => undefined,
): Promise<void> {
  const pageFile = join(directory, 'index.html');
  if (!existsSync(pageFile)) {
    app.setNotFoundHandler(() => {
      throw new AppError('request.not_found');
    });
    return;
  }
  await app.register(async (scope) => {
    // A 304 has no type, yet its headers replace those of the page that the browser kept.
    const pages = new WeakSet<object>();
    scope.addHook('onSend', async (request, reply) => {
      if (!pages.has(reply)) return;
      const sources = await pageSources();
      setPagePolicy(
        reply,
        isSafeMode(request) ? { ...sources, custom: NO_CUSTOM_CONTENT } : sources,
      );
    });
    await scope.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      globIgnore: ['assets/**'],
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        if (/\.html(\.\w+)?$/.test(path)) pages.add(reply);
        // The service worker's own headers decide what it may fetch, not the page's.
        if (/service-worker\.js(\.\w+)?$/.test(path)) {
          reply.header('content-security-policy', SERVICE_WORKER_POLICY);
        }
        const isHashed = /[/\\]assets[/\\]/.test(path);
        reply.header('cache-control', isHashed ? YEAR : 'no-cache');
      },
    });
    // One route for all of them: one each, as the plugin has it, takes 15 MB of memory.
    const assets = await listAssets(directory);
    scope.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/assets/*',
      schema: { hide: true },
      handler(request, reply) {
        const name = request.params['*'];
        return assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound();
      },
    });
    scope.setNotFoundHandler(async (request, reply) => {
      if (!isPageRequest(request)) throw new AppError('request.not_found');
      const { pathname } = new URL(request.url, 'http://localhost');
      // Shares are for those who have their link, and the rest is for users.
      if (pathname !== '/') reply.header('x-robots-tag', NOT_INDEXED);
      const card = await describeLink(pathname, request.headers['accept-language'] ?? '');
      if (!card) return reply.sendFile('index.html');
      pages.add(reply);
      reply.header('cache-control', 'no-cache').header('vary', 'accept-language');
      reply.type('text/html; charset=utf-8');
      return reply.send(withLinkCard(await readFile(pageFile, 'utf8'), card));
    });
  });
}

async function listAssets(directory: string): Promise<ReadonlySet<string>> {
  const folder = join(directory, 'assets');
  if (!existsSync(folder)) return new Set();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(
    files.map(({ parentPath, name }) =>
      relative(folder, join(parentPath, name)).replaceAll(sep, '/'),
    ),
  );
}

/** With this in the query a page leaves the custom content out, in case that breaks it (SECURITY 4). */
const isSafeMode = ({ url }: FastifyRequest) =>
  new URL(url, 'http://localhost').searchParams.has('safeMode');

/** Every page address gets the one HTML file; what looks like a call or a file does not. */
function isPageRequest({ method, url }: FastifyRequest): boolean {
  const { pathname } = new URL(url, 'http://localhost');
  const isApi = /^\/(api|dav|s3)(\/|$)/.test(pathname);
  const isAsset = pathname.startsWith('/assets/') || /\.\w{1,8}$/.test(pathname);
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !isApi && (!isAsset || pathname.startsWith('/mount-explorer/'));
}
