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

/** Policy of the service worker, which only fetches the app's files and makes calls. */
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
    // Remembers page replies, because a 304 has no content type, but its headers replace those of the
    // cached page.
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
        // The service worker's own headers, not the page's, decide about its requests.
        if (/service-worker\.js(\.\w+)?$/.test(path)) {
          reply.header('content-security-policy', SERVICE_WORKER_POLICY);
        }
        const isHashed = /[/\\]assets[/\\]/.test(path);
        reply.header('cache-control', isHashed ? YEAR : 'no-cache');
      },
    });
    scope.setErrorHandler((error: FileError) => {
      throw refusalOf(error);
    });
    // One route for all assets, because one route per file, as the plugin does, takes 15 MB of memory.
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
      const { pathname } = addressOf(request);
      // Only the front page is indexed: shares are for visitors with their link, the rest is for users.
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

/** Error of the plugin that reads files. */
type FileError = Error & {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Error for a range or a condition that a file does not meet, which the plugin only tells by a status. */
function refusalOf(error: FileError): Error {
  if (error.statusCode === 412) return new AppError('file_system.changed');
  if (error.statusCode !== 416) return error;
  const size = Number(error.headers?.['Content-Range']?.split('/')[1]);
  return new AppError('request.range_not_satisfiable', { details: { size } });
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

/** True if the query asks for a page without the custom content, in case that breaks it (SECURITY 4). */
const isSafeMode = (request: FastifyRequest) => addressOf(request).searchParams.has('safeMode');

/** True for page addresses, which get the one HTML file; false for paths of calls and files. */
function isPageRequest(request: FastifyRequest): boolean {
  const { method } = request;
  const { pathname } = addressOf(request);
  const isApi = /^\/(api|dav|s3)(\/|$)/.test(pathname);
  const isAsset = pathname.startsWith('/assets/') || /\.\w{1,8}$/.test(pathname);
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !isApi && (!isAsset || pathname.startsWith('/mount-explorer/'));
}

/** @throws {AppError} `request.malformed` */
function addressOf({ url }: FastifyRequest): URL {
  // Two slashes at the start would begin a host name.
  const address = URL.parse(url.replace(/^[/\\]+/, '/'), 'http://localhost');
  if (!address) throw new AppError('request.malformed');
  return address;
}
