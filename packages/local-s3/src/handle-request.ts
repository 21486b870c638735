import { randomBytes } from 'node:crypto';
import { DOCUMENT_SAFETY_HEADERS } from './http/content-safety.ts';
import { answerPreflight, corsHeaders } from './http/cors.ts';
import { errorResponse, toS3Error } from './http/error-response.ts';
import { parseTarget, type Target } from './http/parse-target.ts';
import type { S3Request, S3Response } from './http/s3-message.ts';
import type { OperationContext } from './operation.ts';
import { route } from './route.ts';
import { type AuthenticationRules, authenticate } from './sigv4/authenticate.ts';
import type { CorsRule } from './store/bucket.ts';
import type { ObjectStore } from './store/object-store.ts';

export interface HandlerOptions {
  readonly store: ObjectStore;
  readonly credentials: AuthenticationRules['credentials'];
  readonly basePath: string;
  readonly region: string | undefined;
  readonly defaultCors: readonly CorsRule[];
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const DEFAULT_REGION = 'us-east-1';

/** Answers every request, errors included. With `isTrusted`, a caller in this process needs no signature. */
export async function handleRequest(
  options: HandlerOptions,
  request: S3Request,
  isTrusted: boolean,
): Promise<S3Response> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  let target: Target | undefined;
  let response: S3Response;
  try {
    target = parseTarget(request.url, options.basePath);
    response = await answer(options, request, target, isTrusted);
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    const s3Error = toS3Error(error);
    if (s3Error.status >= 500) options.onError(error);
    response = errorResponse(s3Error, request, requestId);
  }
  const cors =
    target === undefined || request.method === 'OPTIONS'
      ? {}
      : corsHeaders(corsRules(options, target), request);
  const headers = {
    ...DOCUMENT_SAFETY_HEADERS,
    ...response.headers,
    ...cors,
    'x-amz-request-id': requestId,
  };
  return { ...response, headers };
}

async function answer(
  options: HandlerOptions,
  request: S3Request,
  target: Target,
  isTrusted: boolean,
): Promise<S3Response> {
  // Browsers do not sign preflights, so these come before authentication.
  if (request.method === 'OPTIONS') {
    return answerPreflight(corsRules(options, target), request.headers);
  }
  const { method, headers } = request;
  const { pathBytes, query } = target;
  const authentication = isTrusted
    ? undefined
    : authenticate(
        { method, pathBytes, query, headers },
        { credentials: options.credentials, region: options.region, nowMs: options.now() },
      );
  const context: OperationContext = {
    store: options.store,
    request,
    target,
    query: new Map(query),
    authentication,
    region: options.region ?? DEFAULT_REGION,
    now: options.now,
    defaultCors: options.defaultCors,
  };
  return await route(request, target, context.query)(context);
}

function corsRules({ store, defaultCors }: HandlerOptions, target: Target): readonly CorsRule[] {
  return store.bucket(target.bucketName)?.config.cors ?? defaultCors;
}
