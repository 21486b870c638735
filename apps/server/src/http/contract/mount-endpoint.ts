import { Readable } from 'node:stream';
import type { Endpoint, StreamEndpoint } from '@satchel/api-client/endpoint';
import type { DeliveryPrincipal, Principal } from '@satchel/api-client/permissions';
import { ANONYMOUS } from '@satchel/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { KeptReply, RepeatedCalls } from '#repeated-calls/repeated-calls.ts';
import type { Act } from '#security/audit-trail.ts';
import type { AuthenticatedCaller, Caller, DeliveryCaller } from '#security/caller.ts';
import {
  type Authenticate,
  type AuthenticateUpload,
  assertAccess,
  assertOwnPage,
  readCredential,
} from './authenticate.ts';
import { commonMembers, replyOf, StartedReply } from './envelope.ts';
import { isRepeatedByProxies, replyOnce } from './idempotency-key.ts';
import type { BatchedCalls } from './joined-calls/batched-calls.ts';
import type { CommitUrls } from './joined-calls/commit-urls.ts';
import { parseInput } from './parse-input.ts';
import {
  isPlainText,
  type PublicUrls,
  type RequestContext,
  RequestFacts,
} from './request-context.ts';
import { StreamedData } from './streamed-data.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes whose reply is stored content, not an envelope (CONTRACT A5). */
    sendsContent?: boolean;
    endpoint?: Endpoint | StreamEndpoint;
  }
}

/** Dependencies of every feature's routes. */
export interface HttpDependencies extends PublicUrls {
  /** Scope of the server that gets the routes. */
  readonly app: FastifyInstance;
  readonly authenticate: Authenticate;
  readonly authenticateUpload: AuthenticateUpload;
  readonly repeatedCalls: RepeatedCalls;
  /** Filled by `mountEndpoint` with the calls that a batch may contain. */
  readonly batchedCalls: BatchedCalls;
  readonly commitUrls: CommitUrls;
  /** Writes the effect of a call to the audit log. */
  readonly audit: (
    call: { readonly caller: Caller; readonly request: FastifyRequest },
    act: Act,
  ) => Promise<void>;
  readonly clock: Clock;
}

type Parsed<Schema> = [NonNullable<Schema>] extends [never]
  ? undefined
  : z.output<NonNullable<Schema> & z.core.$ZodType>;

/**
 * Input of a handler. `caller` has the endpoint's `access`; for a public endpoint it may be anonymous,
 * and the sender of a delivery only for an endpoint that accepts upload tokens.
 */
export interface Call<E extends Endpoint | StreamEndpoint> extends RequestContext {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: E extends Endpoint ? Parsed<E['body']> : undefined;
  readonly caller:
    | (E['access'] extends 'public' ? Caller : AuthenticatedCaller)
    | (true extends E['acceptsUploadToken'] ? DeliveryCaller : never);
  readonly isHead: boolean;
  /** True if the caller does not wait for long work; see `Endpoint.started`. */
  readonly isAsync: boolean;
  /** Maximum wait of such a caller in ms; undefined if it does not say. */
  readonly waitMs: number | undefined;
  /** Id of the item to create, for a call with an `Idempotency-Key`: the same on each repeat. */
  readonly onceId?: string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type ReplyOf<E extends Endpoint> = [NonNullable<E['extras']>] extends [never]
  ? z.input<E['data']>
  : { data: z.input<E['data']> } & z.input<NonNullable<E['extras']>>;

/** Return value of a handler: the data, or pieces of its JSON if the reply has no further members. */
type Answer<E extends Endpoint> = ReplyOf<E> | StreamedData | StartedReply;

interface MountOptions<E extends Endpoint> {
  /** Takes a `text/plain` request as this call's body (CONTRACT A4). */
  readonly fromText?: (text: string, request: FastifyRequest) => z.input<NonNullable<E['body']>>;
  /** Reply to a caller that accepts `text/plain`, such as curl in a pipe. */
  readonly toText?: (data: ReplyOf<E>) => string;
  /** True for a public endpoint that reads the credential; a bad one counts as none (CONTRACT A5). */
  readonly identifies?: boolean;
  /** Version of the call's subject: a stored reply is repeated only while the version is the same. */
  readonly versionOf?: (call: Call<E>) => Promise<string>;
}

/** Body limit of calls whose caller is known before the body is read. */
const BODY_LIMIT_BYTES = 1024 * 1024;
interface StreamOptions {
  readonly identifies?: boolean;
  /**
   * Decides about requests without a credential before their input is read; throws to refuse them. The
   * handler then has an anonymous caller.
   */
  readonly admit?: (request: FastifyRequest) => Promise<void>;
}

/** Mounts a declared endpoint: guard, validation, envelope and documentation. */
export function mountEndpoint<E extends Endpoint>(
  dependencies: HttpDependencies,
  endpoint: E,
  handler: (call: Call<E>) => Answer<E> | Promise<Answer<E>>,
  options: MountOptions<E> = {},
): void {
  const callers = new WeakMap<FastifyRequest, Caller | DeliveryCaller>();
  if (endpoint.mayBeBatched) {
    dependencies.batchedCalls.set(endpoint.path, async (caller, body, request, reply) => {
      assertCallerOf(endpoint, caller);
      const call = createCall(dependencies, endpoint, caller, body, request, reply);
      const result = await handler(call);
      return { status: endpoint.status, body: replyOf(endpoint, result, request, endpoint.status) };
    });
  }
  addRoutes(dependencies, endpoint, {
    url: endpoint.path,
    config: { endpoint },
    ...bodyLimitOf(endpoint),
    // Authenticates before reading the body, so that refused callers cost neither memory nor time
    // (SECURITY 9).
    ...(isUnauthenticated(endpoint, options)
      ? {}
      : {
          onRequest: async (request) => {
            callers.set(request, await identify(dependencies, endpoint, request));
          },
        }),
    handler: async (request, reply) => {
      const caller = callers.get(request) ?? ANONYMOUS;
      const { fromText } = options;
      const { body: sent } = request;
      // A JSON body can be a string as well, and is none of text.
      const isText = typeof sent === 'string' && isPlainText(request);
      const body = fromText && isText ? fromText(sent, request) : sent;
      const call = createCall(dependencies, endpoint, caller, body, request, reply);
      // Private replies stay out of caches, unless the handler says how to revalidate them.
      if (caller.kind !== 'anonymous') reply.header('cache-control', 'no-store');
      const send = ({ status, contentType, body: text }: KeptReply) =>
        reply.code(status).type(contentType).send(text);
      if (endpoint.honoursIdempotencyKey || isRepeatedByProxies(request)) {
        const work = async (onceId?: string) =>
          bodyOf(call, endpoint, options, await handler(Object.assign(call, { onceId })));
        const versionOf = async () => (await options.versionOf?.(call)) ?? '';
        const { repeatedCalls } = dependencies;
        return send(await replyOnce(repeatedCalls, endpoint, caller, request, work, versionOf));
      }
      const result = await handler(call);
      if (reply.sent) return reply;
      if (!(result instanceof StreamedData)) {
        return send(bodyOf(call, endpoint, options, result));
      }
      const pieces = result.within(commonMembers(endpoint, request, endpoint.status));
      reply.code(endpoint.status).header('content-type', JSON_TYPE);
      return reply.send(call.isHead ? undefined : Readable.from(pieces, { highWaterMark: 1 }));
    },
  });
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Body of a handler's answer on the wire. */
function bodyOf<E extends Endpoint>(
  { request, reply }: Pick<Call<E>, 'request' | 'reply'>,
  endpoint: E,
  { toText }: MountOptions<E>,
  result: Answer<E>,
): KeptReply {
  const isStarted = result instanceof StartedReply;
  // A handler sets 202 itself if only a part succeeded (CONTRACT A5).
  const ownStatus = reply.statusCode === 200 ? endpoint.status : reply.statusCode;
  const status = isStarted ? 202 : ownStatus;
  if (toText && !isStarted && /^\s*text\/plain\b/.test(request.headers.accept ?? '')) {
    const body = `${toText(result as ReplyOf<E>)}\n`;
    return { status, contentType: 'text/plain; charset=utf-8', body };
  }
  const body = JSON.stringify(replyOf(endpoint, result, request, status));
  return { status, contentType: JSON_TYPE, body };
}

/** Public endpoints use the server's default limit, which is small (CONTRACT A6). */
function bodyLimitOf({ access, bodyLimitBytes }: Endpoint): { bodyLimit?: number } {
  if (bodyLimitBytes !== undefined) return { bodyLimit: bodyLimitBytes };
  return access === 'public' ? {} : { bodyLimit: BODY_LIMIT_BYTES };
}

/** Mounts an endpoint with a raw body: the handler sends the reply, or returns JSON data. */
export function mountStreamEndpoint<E extends StreamEndpoint>(
  dependencies: HttpDependencies,
  endpoint: E,
  handler: (call: Call<E>) => Promise<FastifyReply>,
  options: StreamOptions = {},
): void {
  addRoutes(dependencies, endpoint, {
    url: endpoint.path,
    config: { endpoint, sendsContent: endpoint.sends === 'reply' },
    handler: async (request, reply) => {
      let caller: Caller | DeliveryCaller = ANONYMOUS;
      if (options.admit && readCredential(request.headers) === undefined) {
        await options.admit(request);
      } else if (!isUnauthenticated(endpoint, options)) {
        caller = await identify(dependencies, endpoint, request);
      }
      return handler(createCall(dependencies, endpoint, caller, undefined, request, reply));
    },
  });
}

/** Registers HEAD along with GET, because Fastify's own HEAD routes would set every length to 0. */
function addRoutes(
  { app }: HttpDependencies,
  endpoint: Endpoint | StreamEndpoint,
  route: Omit<RouteOptions, 'method'>,
): void {
  app.route({ ...route, method: endpoint.method });
  if (endpoint.method === 'GET') app.route({ ...route, method: 'HEAD', schema: { hide: true } });
}

function createCall<E extends Endpoint | StreamEndpoint>(
  dependencies: HttpDependencies,
  endpoint: E,
  caller: Caller | DeliveryCaller,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<E> {
  const input = {
    caller,
    params: parseInput('params', endpoint.params as z.core.$ZodType | undefined, request.params),
    query: parseInput('query', endpoint.query, request.query),
    body: endpoint.kind === 'json' ? parseInput('body', endpoint.body, body) : undefined,
  };
  // The three parses above have just enforced the types of Call.
  return Object.assign(new RequestFacts(request, reply, dependencies), input) as unknown as Call<E>;
}

/** True for a public endpoint that does not read the credential. */
function isUnauthenticated(
  { access, acceptsUploadToken }: Endpoint | StreamEndpoint,
  options: { identifies?: boolean },
) {
  return access === 'public' && options.identifies !== true && !acceptsUploadToken;
}

async function identify(
  { authenticate, authenticateUpload, publicUrl }: HttpDependencies,
  { access, acceptsUploadToken }: Endpoint | StreamEndpoint,
  request: FastifyRequest,
): Promise<Caller | DeliveryCaller> {
  const credential = readCredential(request.headers);
  if (credential?.kind === 'uploadToken' && (acceptsUploadToken || access !== 'public')) {
    if (!acceptsUploadToken) throw new AppError('auth.forbidden');
    const sender = await authenticateUpload(credential.token, request.ip);
    assertCallerOf({ access, acceptsUploadToken }, sender);
    return sender;
  }
  let caller: Caller = ANONYMOUS;
  if (credential) {
    const check = async () => {
      assertOwnPage(credential, request, publicUrl);
      return authenticate(credential, request.ip);
    };
    caller = access === 'public' ? await check().catch(() => ANONYMOUS) : await check();
  }
  assertCallerOf({ access }, caller);
  return caller;
}

/** Checks whether the caller may make the call at all. Rows and paths are checked later. */
function assertCallerOf(
  { access, acceptsUploadToken }: Pick<Endpoint, 'access' | 'acceptsUploadToken'>,
  caller: Caller | DeliveryCaller,
): void {
  if (caller.kind === 'delivery') {
    // A token reaches nothing but its own delivery (SECURITY 27).
    if (!acceptsUploadToken) throw new AppError('auth.forbidden');
    // A delivery that is finished, or over, can be read and finished, but gets no more files.
    if (caller.isDone && access !== 'public') throw new AppError('upload_requests.token_invalid');
  }
  assertAccess(caller satisfies Principal | DeliveryPrincipal, access);
}
