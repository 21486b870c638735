import { Readable } from 'node:stream';
import { ANONYMOUS } from '@satchel/permissions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors';
import { sendObject } from '#http/content/sending/send-object.ts';
import { assertAccess, assertOwnPage, readCredential } from '#http/contract/authenticate.ts';
import { replyToForwarded } from '#http/contract/idempotency-key.ts';
import type { HttpDependencies } from '#http/contract/mount-endpoint.ts';
import { contentLengthOf, RequestFacts } from '#http/contract/request-context.ts';
import type { Act } from '#security/audit-trail.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { readAddress, readDavPath } from './headers/dav-path.ts';
import { refusalOf } from './refusals.ts';
import { DAV_METHODS, type DavCall, type DavReply, type WebdavService } from './service.ts';

/** Methods that Fastify does not know by itself. */
const OWN_METHODS = ['MKCOL', 'COPY', 'MOVE', 'PROPFIND', 'PROPPATCH', 'LOCK', 'UNLOCK'];
/** Methods of WebDAV's extensions, which clients try, and which Fastify does not know either. */
const EXTENSIONS = ['REPORT', 'SEARCH', 'ACL', 'MKCALENDAR'];
/** Includes methods that WebDAV refuses, because no page of the app may answer below this path. */
const METHODS = [...DAV_METHODS, ...EXTENSIONS, 'POST', 'PATCH'];

const CAPABILITIES = {
  dav: '1, 2',
  'ms-author-via': 'DAV',
  allow: DAV_METHODS.join(', '),
} as const;

/** Mounts a separate router, because WebDAV's methods, headers and XML differ from the API's calls. */
export function webdavRoutes(http: HttpDependencies, webdav: WebdavService): void {
  const { app } = http;
  for (const method of [...OWN_METHODS, ...EXTENSIONS])
    app.addHttpMethod(method, { hasBody: true });
  app.removeAllContentTypeParsers();
  // Methods read bodies themselves.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const url of ['/dav', '/dav/*']) {
    app.route({
      method: METHODS,
      url,
      // Content is guarded as everywhere, and pages of other sites have no access.
      config: { sendsContent: true, cors: false },
      schema: { hide: true },
      handler: (request, reply) => answer(http, webdav, request, reply),
    });
  }
}

async function answer(
  http: HttpDependencies,
  webdav: WebdavService,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method } = request;
  // Clients ask for the capabilities before they send a credential.
  if (method === 'OPTIONS') return reply.headers(CAPABILITIES).header('content-length', 0).send();
  const target = request.raw.url ?? '';
  const path = readDavPath(target);
  const isRead = method === 'GET' || method === 'HEAD';
  // Redirects, because a browser caches a password for the parent of its path: for `/dav` that would be
  // all of `/`.
  if (isRead && /^\/dav(?:\?|$)/.test(target))
    return reply.redirect(`/dav/${target.slice(4)}`, 308);
  try {
    const caller = await identify(http, request);
    const facts = new RequestFacts(request, reply, http);
    const call = callOf(facts, caller, path, http.publicUrl);
    if (isRead) return await sendContent(webdav, call, facts);
    const work = async () => {
      const answered = await webdav.handle(method, call);
      const act = answered.status < 300 && actOf(method, call, answered.status === 204);
      if (act) await http.audit({ caller, request }, act);
      return answered;
    };
    return await send(reply, await replyToForwarded(http.repeatedCalls, request, work));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.status === 401) {
      reply.header('www-authenticate', challengesFor(request.headers['user-agent']));
    }
    if (error.status === 405) reply.header('allow', CAPABILITIES.allow);
    const refusal = refusalOf(error, path);
    if (!refusal) throw error;
    return send(reply, refusal);
  }
}

/** Event of a successful call for the audit log. */
function actOf(
  method: string,
  { path, headers, hosts }: DavCall,
  isOverwritten: boolean,
): Act | undefined {
  if (method === 'DELETE') return { action: 'files.deleted', target: path };
  if (method === 'PUT' && isOverwritten) return { action: 'files.overwritten', target: path };
  const { destination } = headers;
  if (typeof destination !== 'string') return undefined;
  const to = readAddress(destination, hosts);
  if (method === 'COPY' && isOverwritten) {
    return { action: 'files.overwritten', target: to, details: { from: path } };
  }
  if (method !== 'MOVE') return undefined;
  const details = { to, ...(isOverwritten && { overwritten: true }) };
  return { action: 'files.moved', target: path, details };
}

/** Accepted ways to log in (CONTRACT F9). Clients written in Dart understand a single challenge. */
function challengesFor(userAgent = ''): string {
  const basic = 'Basic realm="WebDAV"';
  return userAgent.startsWith('Dart/') ? basic : `${basic}, Bearer realm="WebDAV"`;
}

async function identify(
  { authenticate, publicUrl }: HttpDependencies,
  request: FastifyRequest,
): Promise<AuthenticatedCaller> {
  const credential = readCredential(request.headers);
  if (!credential) throw new AppError('auth.required');
  assertOwnPage(credential, request, publicUrl);
  const caller = await authenticate(credential, request.ip);
  assertAccess(caller, { anyOf: ['webdav_read', 'webdav_manage'] });
  if (caller.kind === ANONYMOUS.kind) throw new AppError('auth.required');
  return caller;
}

function callOf(
  facts: RequestFacts,
  caller: AuthenticatedCaller,
  path: string,
  publicUrl: string | undefined,
): DavCall {
  const { request, origin, signal } = facts;
  const known = publicUrl === undefined ? [] : [new URL(publicUrl).host];
  return {
    ...{ caller, path, origin, signal },
    headers: request.headers,
    body: request.raw,
    bodyBytes: contentLengthOf(request),
    hosts: [new URL(origin).host, request.host.toLowerCase(), ...known],
  };
}

async function sendContent(
  webdav: WebdavService,
  call: DavCall,
  facts: RequestFacts,
): Promise<FastifyReply> {
  const { redirectUrl, object, ...content } = await webdav.content(call);
  const { reply, isHead } = facts;
  if (redirectUrl !== undefined && !isHead) {
    return reply.header('cache-control', 'no-store').redirect(redirectUrl, 302);
  }
  return sendObject(facts, {
    ...content,
    isDownload: false,
    cacheControl: 'private, no-cache',
    head: async () => object,
  });
}

function send(reply: FastifyReply, { status, headers = {}, xml }: DavReply): FastifyReply {
  reply.code(status).headers(headers);
  if (xml === undefined) return reply.header('content-length', 0).send();
  reply.type('application/xml; charset=utf-8');
  return typeof xml === 'string' ? reply.send(xml) : reply.send(Readable.from(xml));
}
