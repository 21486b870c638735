import {
  appendToUpload,
  createUpload,
  dropUpload,
  resumableUploadState,
  type uploadFileShareDirect,
} from '@satchel/api-client/contract/file-share-uploads';
import { fileShares as paths } from '@satchel/api-client/contract/routes';
import type { FastifyReply } from 'fastify';
import { AppError } from '#errors';
import { sharePasswordOf } from '#http/content/share-content.ts';
import { replyWithShare } from '#http/contract/envelope.ts';
import { InvalidInputError } from '#http/contract/error-handler.ts';
import {
  type Call,
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import { assertWholeBody, contentLengthOf } from '#http/contract/request-context.ts';
import type { FileSharePresenter } from '../../presenter.ts';
import type { FileShareService } from '../../service.ts';
import { UploadProblem } from './problems.ts';
import type { Appended, ResumableState, UploadBody } from './resumable.ts';
import * as headers from './upload-headers.ts';

type CreateCall = Call<typeof createUpload> | Call<typeof uploadFileShareDirect>;
type BodyCall = CreateCall | Call<typeof appendToUpload>;

/** Routes of resumable uploads whose requests have no raw body. */
export function resumableUploadRoutes(
  http: HttpDependencies,
  { resumable }: FileShareService,
): void {
  mountEndpoint(http, resumableUploadState, async ({ caller, params, reply, signal }) => {
    await assertOn(resumable);
    const state = await resumable.read(caller, params.id, signal);
    const { offset, length = null, isComplete: complete } = state;
    setState(reply, state, await resumable.maxBytes());
    return { offset, length, complete };
  });

  mountEndpoint(http, dropUpload, async ({ caller, params, request, reply, signal }) => {
    await assertOn(resumable);
    await resumable.drop(caller, params.id, signal);
    const isJson = request.headers.accept?.includes('application/json');
    if (!isJson) await reply.code(204).send();
    return null;
  });

  // Tells clients of the draft that and how they may upload here. Preflights of browsers get the headers
  // of @fastify/cors as well, also while resumable uploads are off.
  for (const { path } of [paths.uploadDirect, paths.createUpload, paths.appendToUpload]) {
    http.app.route({
      method: 'OPTIONS',
      url: path,
      schema: { hide: true },
      config: { cors: { strictPreflight: false, preflightContinue: true } },
      handler: async (request, reply) => {
        const isPreflight = request.headers['access-control-request-method'] !== undefined;
        if (!isPreflight) await assertOn(resumable);
        if (await resumable.isOn()) {
          const limit = headers.limitOf(await resumable.maxBytes());
          reply.header('accept-patch', headers.PARTIAL_UPLOAD).header('upload-limit', limit);
        }
        return reply.code(204).send();
      },
    });
  }
}

/** Routes of resumable uploads whose body is the file, or a part of it. */
export function resumableStreamRoutes(
  http: HttpDependencies,
  { resumable, uploads }: FileShareService,
  present: FileSharePresenter,
): void {
  const create = createResumableUpload(resumable, present);

  mountStreamEndpoint(http, createUpload, async (call) => {
    await assertOn(resumable);
    assertWholeBody(call.request);
    const filename = call.query.filename ?? headers.dispositionName(call.request);
    if (!filename) throw nameMissing();
    if (await create(call, filename)) return call.reply;
    const stored = await uploads.stream(
      call.caller,
      inputOf(call, filename),
      call.request.raw,
      call.signal,
    );
    return replyWithShare(await present.uploaded(stored, call), call.request, call.reply);
  });

  mountStreamEndpoint(http, appendToUpload, async (call) => {
    await assertOn(resumable);
    const { caller, params, request, signal } = call;
    const [offset, isLast] = [headers.offsetOf(request), headers.isCompleting(request)];
    if (!headers.isPartialUpload(request)) throw new AppError('request.unsupported_type');
    if (offset === undefined || isLast === undefined) throw new AppError('request.malformed');
    await receive(call, isLast, present, await resumable.maxBytes(), (body) =>
      resumable.append(caller, params.id, offset, body, signal),
    );
    return call.reply;
  });
}

/**
 * Replies to a creation of the draft; returns false for any other request. It cannot return the reply,
 * because awaiting a reply of Fastify gives undefined.
 */
export function createResumableUpload(
  resumable: FileShareService['resumable'],
  present: FileSharePresenter,
) {
  return async (call: CreateCall, filename: string): Promise<boolean> => {
    const { caller, request, reply, origin, signal } = call;
    const isLast = headers.isCompleting(request);
    if (isLast === undefined || !(await resumable.isOn())) return false;
    const maxBytes = await resumable.maxBytes();
    await receive(call, isLast, present, maxBytes, (body) =>
      resumable.create(
        caller,
        inputOf(call, filename),
        body,
        (id, { maxAgeSeconds }) => {
          const location = `${origin}${paths.createUpload.path}/${id}`;
          reply.header('location', location);
          inform(call, { location, 'upload-limit': headers.limitOf(maxBytes, maxAgeSeconds) });
        },
        signal,
      ),
    );
    return true;
  };
}

async function assertOn({ isOn }: FileShareService['resumable']): Promise<void> {
  if (!(await isOn())) throw new AppError('request.not_found');
}

/** Options of an upload, from its query; the password may be in a header. */
function inputOf({ query, request }: CreateCall, filename: string) {
  const password = sharePasswordOf(request, query.password ?? undefined);
  return { ...query, password, filename, size: contentLengthOf(request) };
}

function nameMissing(): InvalidInputError {
  const message = 'name the file in the query or in Content-Disposition';
  return new InvalidInputError('query', [
    { code: 'custom', path: ['filename'], input: undefined, message },
  ]);
}

/** Sends `104 (Upload Resumption Supported)`, if the client has said that it understands it. */
function inform({ request, reply }: BodyCall, fields: Readonly<Record<string, string>>): void {
  const version = headers.interopVersionOf(request);
  if (version === undefined || reply.raw.headersSent || reply.raw.destroyed) return;
  reply.raw.writeInformation(104, { [headers.INTEROP_HEADER]: version, ...fields });
}

function setState(reply: FastifyReply, state: ResumableState, maxBytes: number): void {
  const { offset, length, isComplete, maxAgeSeconds } = state;
  reply
    .header('cache-control', 'no-store')
    .header('upload-offset', String(offset))
    .header('upload-complete', headers.boolean(isComplete))
    .header('upload-limit', headers.limitOf(maxBytes, maxAgeSeconds));
  if (length !== undefined) reply.header('upload-length', String(length));
}

/** Stores the body of a request, and replies as the draft says. */
async function receive(
  call: BodyCall,
  isLast: boolean,
  present: FileSharePresenter,
  maxBytes: number,
  store: (body: UploadBody) => Promise<Appended & { readonly id?: string }>,
): Promise<void> {
  const { request, reply } = call;
  const { raw } = request;
  let isTransferred = false;
  // For a refusal that is too large; a reply to a stored body has its own.
  reply.header('upload-limit', headers.limitOf(maxBytes));
  try {
    const { id, state, published } = await store({
      body: raw,
      contentLength: contentLengthOf(request) ?? (hasNoBody(request) ? 0 : undefined),
      uploadLength: headers.uploadLengthOf(request),
      isLast,
      onOffset: (offset) => inform(call, { 'upload-offset': String(offset) }),
      onTransferred: () => {
        isTransferred = true;
      },
    });
    setState(reply, state, maxBytes);
    if (published) {
      replyWithShare(await present.uploaded(published, call), request, reply);
    } else {
      reply.code(id === undefined ? 204 : 201).send();
    }
  } catch (error) {
    // Reads the body to its end instead of cutting it off, so that the caller receives the error.
    raw.unpipe();
    raw.resume();
    if (!(error instanceof UploadProblem)) {
      // Tells the client that sending the file again would not help.
      const isFinal = isTransferred && error instanceof AppError && error.status < 500;
      if (isFinal) reply.header('upload-complete', headers.boolean(true));
      throw error;
    }
    sendProblem(reply, error);
  }
}

function hasNoBody({ headers: { 'transfer-encoding': encoding } }: BodyCall['request']): boolean {
  return encoding === undefined;
}

function sendProblem(reply: FastifyReply, problem: UploadProblem): void {
  if (problem.offset !== undefined) reply.header('upload-offset', String(problem.offset));
  reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}
