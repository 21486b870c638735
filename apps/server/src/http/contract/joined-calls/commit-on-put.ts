import { createHash } from 'node:crypto';
import type { LocalS3 } from '@satchel/local-s3';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors';
import { joinedEtag } from '#ledger/uploads/upload-claim.ts';
import { bareEtag } from '#object-store/etag.ts';
import { MIN_PART_BYTES } from '#object-store/part-size.ts';
import { EMBEDDED_STORE_PATH } from '#object-store/s3/presigner.ts';
import { errorReplyOf } from '../error-handler.ts';
import type { HttpDependencies } from '../mount-endpoint.ts';
import { contentLengthOf, RequestFacts } from '../request-context.ts';
import type { BatchedReply } from './batched-calls.ts';
import type { SealedCommit } from './commit-urls.ts';

/**
 * Mounts the PUT that stores and commits. A refusal that may have ended the upload is the answer, with the ETag of
 * the stored part; after any other failure the answer is that to a part, and the caller commits.
 */
export function commitOnPutRoute(http: HttpDependencies, store: Pick<LocalS3, 'handle'>): void {
  const { app, commitUrls } = http;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.put(`${EMBEDDED_STORE_PATH}/*`, { schema: { hide: true } }, async (request, reply) => {
    const { raw } = request;
    const opened = commitUrls.open(raw.url ?? '');
    if (!opened) {
      raw.resume();
      throw new AppError('auth.forbidden');
    }
    const { signal } = new RequestFacts(request, reply, http);
    const stored = await store.handle({
      method: 'PUT',
      url: opened.storeUrl,
      headers: request.headers as Record<string, string | undefined>,
      body: raw,
      signal,
    });
    const isRepeated = stored.status === 404;
    const etag = isRepeated ? await hashOf(request) : stored.headers.etag;
    raw.resume();
    const answer = etag ? await commit(http, opened, etag, request, reply) : undefined;
    // A repeat whose first reply was lost gets that reply, if it has the same bytes.
    if (!etag || !answer || (isRepeated && !isMadeOf(answer, etag))) {
      return reply.code(stored.status).headers(stored.headers).send(stored.body);
    }
    const { 'content-length': _, 'content-type': __, ...headers } = stored.headers;
    return reply.code(answer.status).headers(headers).header('etag', etag).send(answer.body);
  });
}

/** Reply of the commit, or its refusal; undefined if the caller itself can find out more by a commit of its own. */
async function commit(
  { authenticate, authenticateUpload, batchedCalls }: HttpDependencies,
  { path, body, credential }: SealedCommit,
  etag: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BatchedReply | undefined> {
  const named = { ...body, etag, parts: [{ PartNumber: 1, ETag: etag }] };
  try {
    const caller =
      credential.kind === 'uploadToken'
        ? await authenticateUpload(credential.token, request.ip)
        : await authenticate(credential, request.ip);
    return await batchedCalls.get(path)?.(caller, named, request, reply);
  } catch (error) {
    const isRefusal = error instanceof AppError && (error.status < 500 || error.status === 507);
    if (!isRefusal || error.status === 401) return undefined;
    return errorReplyOf(error, request, reply);
  }
}

/** MD5 of the body, as the store's ETag of a part; undefined if the body is too large for this. */
async function hashOf(request: FastifyRequest): Promise<string | undefined> {
  if ((contentLengthOf(request) ?? Infinity) > MIN_PART_BYTES) return undefined;
  const hash = createHash('md5');
  for await (const chunk of request.raw) hash.update(chunk);
  return `"${hash.digest('hex')}"`;
}

/** True if the committed object consists of the part with this ETag. */
function isMadeOf({ body }: BatchedReply, etag: string): boolean {
  const made = (body.data as { readonly etag?: string } | null)?.etag;
  return made !== undefined && bareEtag(made) === bareEtag(joinedEtag([etag]) ?? '');
}
