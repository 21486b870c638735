import { AsyncLocalStorage } from 'node:async_hooks';
import { type ApiClient, type Credential, createApiClient } from '@satchel/api-client';
import type { Endpoint, StreamEndpoint } from '@satchel/api-client/endpoint';
import { ERROR_STATUS, type ErrorCode } from '@satchel/api-client/errors';
import { expect } from 'vitest';
import { z } from 'zod';

/** Codes that any call may answer, beyond those that it declares. */
const GENERAL: readonly ErrorCode[] = [
  'request.invalid',
  'request.malformed',
  'request.too_large',
  'request.unsupported_type',
  'auth.required',
  'auth.invalid',
  'auth.forbidden',
  'auth.admin_required',
  'auth.throttled',
  'auth.busy',
  'server.database_unavailable',
  'server.disk_full',
];

/** Errors of calls with an `Idempotency-Key`. */
const OF_KEYS: readonly ErrorCode[] = ['request.in_progress', 'request.key_reused'];

const envelope = z.object({
  success: z.literal(true),
  code: z.int(),
  message: z.string().min(1),
  data: z.unknown(),
  requestId: z.string().min(1),
});

const failure = z.object({
  success: z.literal(false),
  code: z.int(),
  error: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string().min(1),
  data: z.null(),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string().min(1),
});

/** Fails if a JSON reply is not exactly as the call declares: nothing missing, nothing more. */
export function expectContract(
  endpoint: Endpoint | StreamEndpoint,
  status: number,
  reply: unknown,
): void {
  const call = `${endpoint.method} ${endpoint.path}`;
  if (status < 400) {
    const { mayBePartial = false, started } = endpoint.kind === 'json' ? endpoint : {};
    const isPartial = status === 202 && mayBePartial;
    const isStarted = status === 202 && started !== undefined;
    expect(status, call).toBe(isPartial || isStarted ? 202 : endpoint.status);
    const schema = isStarted
      ? envelope.extend({ code: z.literal(202), data: started })
      : replySchema(endpoint, isPartial);
    expect(z.parse(schema, reply), call).toEqual(reply);
    return;
  }
  const { error, code } = failure.strict().parse(reply);
  expect([status, code], call).toEqual([ERROR_STATUS[error], ERROR_STATUS[error]]);
  const ofKeys = endpoint.kind === 'json' && endpoint.honoursIdempotencyKey ? OF_KEYS : [];
  expect([...endpoint.errors, ...GENERAL, ...ofKeys], call).toContain(error);
}

function replySchema(endpoint: Endpoint | StreamEndpoint, isPartial: boolean): z.core.$ZodType {
  if (endpoint.kind === 'json' && endpoint.flat) return endpoint.data;
  const extras = endpoint.kind === 'json' ? endpoint.extras?.shape : undefined;
  return envelope.extend({
    success: z.literal(!isPartial),
    code: z.literal(isPartial ? 202 : endpoint.status),
    data: endpoint.data ?? z.never(),
    ...extras,
  });
}

/** Our own api-client, which checks every reply against the contract. */
export function createCheckedClient(
  baseUrl: string,
  credential: Credential | undefined,
  language?: string,
): ApiClient {
  const endpoints = new AsyncLocalStorage<Endpoint>();
  const client = createApiClient({
    baseUrl,
    credential: () => credential,
    ...(language ? { language: () => language } : {}),
    async fetch(input, init) {
      const response = await fetch(input, init);
      const endpoint = endpoints.getStore();
      if (endpoint) expectContract(endpoint, response.status, await response.clone().json());
      return response;
    },
  });
  return {
    ...client,
    call: (endpoint, input, options) =>
      endpoints.run(endpoint, () => client.call(endpoint, input, options)),
  };
}
