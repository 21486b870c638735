import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createApiClient } from './client.ts';
import { login } from './contract/sessions.ts';
import type { listTextShares, unlockTextShare } from './contract/text-shares.ts';
import {
  type EndpointError,
  type EndpointInput,
  type EndpointResult,
  endpoint,
} from './endpoint.ts';

const common = {
  method: 'GET',
  access: 'public',
  feature: 'tests',
  summary: '',
  errors: [],
} as const;

describe('endpoint', () => {
  it('does not compile where a name of the path is missing in params', () => {
    // @ts-expect-error `id` stands in the path and not in params
    endpoint({ ...common, path: '/api/things/:id', params: z.object({}), data: z.null() });
    // @ts-expect-error params are left out altogether
    endpoint({ ...common, path: '/api/things/:id', data: z.null() });
    expect(
      endpoint({
        ...common,
        path: '/api/:id',
        params: z.object({ id: z.string() }),
        data: z.null(),
      }),
    ).toMatchObject({ kind: 'json', status: 200, flat: false });
  });

  it('does not compile with an error code that is not in the table', () => {
    // @ts-expect-error not a code
    endpoint({ ...common, path: '/api/things', data: z.null(), errors: ['things.exploded'] });
    expectTypeOf<EndpointError<typeof login>>().toEqualTypeOf<
      'sessions.wrong_credentials' | 'auth.throttled' | 'auth.busy'
    >();
  });

  it('types input and result of a call from its declaration', () => {
    expectTypeOf<EndpointInput<typeof unlockTextShare>>().toEqualTypeOf<{
      params: { slug: string };
      body: { password: string };
    }>();
    expectTypeOf<EndpointResult<typeof login>>().toEqualTypeOf<{
      username: string;
      token: string;
      expiresAt: string;
    }>();
    expectTypeOf<EndpointResult<typeof listTextShares>>().toHaveProperty('pagination');
  });

  it('does not compile with a wrong body', async () => {
    const api = createApiClient({ baseUrl: '', fetch: () => Promise.reject(new TypeError('off')) });
    // @ts-expect-error password is missing
    const call = api.call(login, { body: { username: 'a' } }, { timeoutMs: 10 });
    await expect(call).rejects.toMatchObject({ name: 'ApiError' });
  });
});
