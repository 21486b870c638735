import type {} from '@fastify/swagger';
import type { Endpoint, StreamEndpoint } from '@satchel/api-client/endpoint';
import { ERROR_STATUS, type ErrorCode } from '@satchel/api-client/errors';
import { errorMessage } from '@satchel/api-client/messages';
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { exampleOf } from './example.ts';

/** Request id of every reply in the documentation. */
const EXAMPLE_REQUEST_ID = 'req-1';

const SECURITY = [{ adminToken: [] }, { apiKey: [] }];

/**
 * Entry of an endpoint in the API documentation. It validates nothing: mount-endpoint validates input,
 * so that the errors are the contract's.
 */
export function openApiSchema(endpoint: Endpoint | StreamEndpoint): FastifySchema {
  const { params } = endpoint;
  return {
    tags: [endpoint.feature],
    summary: endpoint.summary,
    description: describeAccess(endpoint),
    ...(endpoint.access === 'public' ? {} : { security: SECURITY }),
    ...(params ? { params: jsonSchema(params as z.core.$ZodType, 'input') } : {}),
    ...queryOf(endpoint),
    ...headersOf(endpoint),
    ...jsonRequest(endpoint),
    ...rawRequest(endpoint),
    response: { ...errorResponses(endpoint), ...successResponse(endpoint) },
  };
}

function queryOf(endpoint: Endpoint | StreamEndpoint): object {
  const { query } = endpoint;
  if (query) return { querystring: jsonSchema(query, 'input') };
  if (endpoint.kind === 'stream' || !endpoint.started) return {};
  const description = 'Answers 202 to what takes longer than some 20 seconds, which then goes on';
  const properties = {
    async: { enum: ['1'], description },
    wait_ms: {
      type: 'integer',
      description: 'With `async`: answers 202 after so many milliseconds, up to 20,000',
    },
  };
  return { querystring: { type: 'object', properties } };
}

function headersOf(endpoint: Endpoint | StreamEndpoint): object {
  if (endpoint.kind === 'stream' || !endpoint.honoursIdempotencyKey) return {};
  const description =
    'For 24 hours, repetitions under the same key get the reply of the first, and nothing is done again';
  const properties = { 'Idempotency-Key': { type: 'string', maxLength: 255, description } };
  return { headers: { type: 'object', properties } };
}

function jsonRequest(endpoint: Endpoint | StreamEndpoint): object {
  if (endpoint.kind === 'stream' || !endpoint.body) return {};
  const body = jsonSchema(endpoint.body, 'input');
  return { body: { ...body, examples: [exampleOf(body, endpoint.feature, 'body')] } };
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return rest;
}

/** True if the reply's body is stored content, and an error is a sentence (CONTRACT A5). */
function sendsContent(endpoint: Endpoint | StreamEndpoint): endpoint is StreamEndpoint {
  return endpoint.kind === 'stream' && endpoint.sends === 'reply';
}

/** Body of an upload, for the documentation only: it is streamed and never validated here. */
function rawRequest(endpoint: Endpoint | StreamEndpoint): object {
  if (endpoint.kind === 'json' || endpoint.requestType === undefined) return {};
  const file = { type: 'string', format: 'binary' };
  const { requestType, form } = endpoint;
  if (requestType !== 'multipart/form-data') return { consumes: [requestType], body: file };
  const { properties, required = [] } = form ? jsonSchema(form, 'input') : {};
  const body = {
    type: 'object',
    required: [...required, 'file'],
    properties: { ...properties, file },
  };
  return { consumes: [requestType], body };
}

function describeAccess({ access }: Endpoint | StreamEndpoint): string {
  if (access === 'public') return 'Open to everybody.';
  if (access === 'authenticated') return 'Needs any valid credential.';
  if (access === 'admin') return 'Needs an administrator.';
  const names = typeof access === 'string' ? [access] : access.anyOf;
  return `Needs an administrator, or an API key with ${names.join(' or ')}.`;
}

function successResponse(endpoint: Endpoint | StreamEndpoint): Record<string, object> {
  if (!endpoint.data) return contentResponses(endpoint);
  const { feature, status } = endpoint;
  const data = jsonSchema(endpoint.data, 'output');
  const shown = exampleOf(data, feature, 'data');
  if (endpoint.kind === 'json' && endpoint.flat)
    return { [status]: { description: 'OK', ...data, examples: [shown] } };
  const extras =
    endpoint.kind === 'json' && endpoint.extras ? jsonSchema(endpoint.extras, 'output') : {};
  const envelope = (success: boolean, code: number, of: object = data) => ({
    type: 'object',
    required: ['success', 'code', 'message', 'data', 'requestId'],
    properties: {
      success: { const: success },
      code: { const: code },
      message: { type: 'string' },
      data: of,
      ...extras.properties,
      requestId: { type: 'string' },
    },
  });
  const example = {
    success: true,
    code: status,
    message: 'OK',
    data: shown,
    ...(exampleOf(extras, feature, 'extras') as object),
    requestId: EXAMPLE_REQUEST_ID,
  };
  const { mayBePartial = false, started } = endpoint.kind === 'json' ? endpoint : {};
  const goesOn = started && envelope(true, 202, jsonSchema(started, 'output'));
  return {
    [status]: { description: 'OK', examples: [example], ...envelope(true, status) },
    ...(mayBePartial ? { 202: { description: 'Some of it failed', ...envelope(false, 202) } } : {}),
    ...(goesOn ? { 202: { description: 'It goes on', ...goesOn } } : {}),
  };
}

function contentResponses({ errors }: Endpoint | StreamEndpoint): Record<string, object> {
  const content = { '*/*': { schema: { type: 'string', format: 'binary' } } };
  const hasRanges = errors.includes('request.range_not_satisfiable');
  return {
    200: { description: 'The content', content },
    ...(hasRanges ? { 206: { description: 'A range of the content', content } } : {}),
  };
}

/** Errors of every endpoint, besides those that it declares. */
function generalErrors(endpoint: Endpoint | StreamEndpoint): readonly ErrorCode[] {
  const { access } = endpoint;
  const codes: ErrorCode[] = ['request.invalid', 'request.malformed'];
  const isForm = endpoint.kind === 'stream' && endpoint.requestType === 'multipart/form-data';
  const isParsed = endpoint.kind === 'json' ? endpoint.body : isForm;
  if (isParsed) codes.push('request.too_large', 'request.unsupported_type');
  if (isForm) codes.push('request.too_many_fields');
  if (endpoint.kind === 'json' && endpoint.honoursIdempotencyKey) {
    codes.push('request.in_progress', 'request.key_reused');
  }
  if (sendsContent(endpoint)) codes.push('content.not_code');
  if (access === 'public') return [...codes, 'request.rate_limited'];
  codes.push('auth.required', 'auth.invalid', 'auth.throttled', 'auth.busy');
  if (access === 'admin') codes.push('auth.admin_required');
  else if (access !== 'authenticated') codes.push('auth.forbidden');
  return codes;
}

function errorResponses(endpoint: Endpoint | StreamEndpoint): Record<string, object> {
  const codes = new Set([...generalErrors(endpoint), ...endpoint.errors]);
  const byStatus = Object.groupBy(codes, (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => {
      const description = group.join(', ');
      const envelope = {
        examples: group.slice(0, 1).map((error) => ({
          success: false,
          code: Number(status),
          error,
          message: errorMessage(error, 'en'),
          data: null,
          requestId: EXAMPLE_REQUEST_ID,
        })),
        type: 'object',
        properties: {
          success: { const: false },
          code: { const: Number(status) },
          error: { enum: group },
          message: { type: 'string' },
          data: { type: 'null' },
          details: { type: 'object', additionalProperties: true },
          requestId: { type: 'string' },
        },
      };
      const content = {
        'text/plain': { schema: { type: 'string' } },
        'application/json': { schema: envelope },
      };
      return [
        status,
        sendsContent(endpoint) ? { description, content } : { description, ...envelope },
      ];
    }),
  );
}
