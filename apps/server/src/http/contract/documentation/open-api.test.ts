import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readContract } from '../../../../test/read-contract.ts';
import { openApiSchema } from './open-api.ts';

const CONTRACT = await readContract();

describe('the examples of the API documentation', () => {
  it.each(CONTRACT)('%s takes its example and answers with it', (_, endpoint) => {
    const { body, response } = openApiSchema(endpoint) as Documented;
    if (endpoint.kind === 'json' && endpoint.body) {
      const [example] = body?.examples ?? [];
      const parsed = z.parse(endpoint.body, example);
      // Schemas drop unknown names, so an example with an unknown name would pass unnoticed.
      expect(namesIn(parsed)).toEqual(expect.arrayContaining(namesIn(example)));
    }
    if (!endpoint.data) return;
    const [example] = response[endpoint.status]?.examples ?? [];
    const isFlat = endpoint.kind === 'json' && endpoint.flat;
    const { data, ...others } = isFlat ? { data: example } : (example as { data: unknown });
    expect(z.parse(endpoint.data, data)).toEqual(data);
    if (endpoint.kind !== 'json' || !endpoint.extras) return;
    const envelope = { success: true, code: endpoint.status, message: 'OK', requestId: 'req-1' };
    const extras = z.parse(endpoint.extras, others);
    expect({ ...envelope, ...extras }).toEqual(others);
  });

  it.each(CONTRACT)('%s shows them, and what its errors look like', (_, endpoint) => {
    const { body, response } = openApiSchema(endpoint) as Documented;
    if (endpoint.kind === 'json' && endpoint.body) expect(body?.examples).toHaveLength(1);
    for (const [status, { description, ...reply }] of Object.entries(response)) {
      const { examples = [] } = reply.content?.['application/json']?.schema ?? reply;
      const [shown] = examples;
      if (Number(status) === 202) {
        const { mayBePartial = false, started } = endpoint.kind === 'json' ? endpoint : {};
        expect([mayBePartial, started !== undefined]).toContain(true);
      } else if (Number(status) >= 400) {
        expect(shown).toMatchObject({ code: Number(status), message: expect.any(String) });
        expect(description).toContain((shown as { error: string } | undefined)?.error);
      } else if (endpoint.data) {
        const isFlat = endpoint.kind === 'json' && endpoint.flat;
        expect(shown).toMatchObject(isFlat ? {} : { success: true, code: Number(status) });
      }
    }
  });
});

describe('what the API documentation says of replies', () => {
  const documented = (name: string) => {
    const [, endpoint] = CONTRACT.find(([title]) => title.endsWith(name)) ?? [];
    if (!endpoint) throw new Error(`no call ${name}`);
    return openApiSchema(endpoint) as Documented;
  };
  const errorsOf = (name: string, status: number) =>
    documented(name).response[status]?.properties?.error?.enum;

  it('names the errors of a credential as the call answers them (CONTRACT A1)', () => {
    expect(errorsOf('GET /api/admin/mounts', 403)).toEqual(['auth.admin_required']);
    expect(errorsOf('GET /api/pastes', 403)).toEqual(['auth.forbidden']);
    expect(errorsOf('GET /api/pastes', 429)).toEqual(['auth.throttled']);
    expect(errorsOf('GET /api/version', 401)).toBeUndefined();
  });

  it('names the errors of a body that cannot be read, where there is one (CONTRACT A1)', () => {
    expect(errorsOf('POST /api/admin/login', 415)).toEqual(['request.unsupported_type']);
    expect(errorsOf('POST /api/admin/login', 413)).toEqual(['request.too_large']);
    expect(errorsOf('POST /api/admin/logout', 415)).toBeUndefined();
  });

  it('has 202 for calls of which only a part may go well (CONTRACT A5)', () => {
    for (const name of ['PUT /api/admin/settings/group/:group', 'POST /api/fs/batch-copy-commit']) {
      const { success, code } = documented(name).response[202]?.properties ?? {};
      expect([success, code]).toEqual([{ const: false }, { const: 202 }]);
    }
  });

  it('has 202 for calls that go on where the caller does not wait', () => {
    const calls = ['POST /api/fs/rename', 'POST /api/fs/batch-copy', 'DELETE /api/fs/batch-remove'];
    for (const name of calls) {
      const { querystring, response } = documented(name);
      expect(Object.keys(querystring?.properties ?? {})).toEqual(['async', 'wait_ms']);
      expect(response[202]?.properties).toMatchObject({
        success: { const: true },
        data: { required: ['operation_id'] },
      });
    }
  });

  it('calls content content, and its errors sentences or envelopes (CONTRACT A5)', () => {
    const { response } = documented('GET /api/file-view/:slug');
    for (const status of [200, 206]) {
      expect(Object.keys(response[status]?.content ?? {})).toEqual(['*/*']);
    }
    expect(Object.keys(response[416]?.content ?? {})).toEqual(['text/plain', 'application/json']);
  });

  it('names the fields of forms (CONTRACT A4, F7)', () => {
    const fieldsOf = (name: string) => Object.keys(documented(name).body?.properties ?? {});
    const conditions = ['if_match', 'if_none_match'];
    expect(fieldsOf('POST /api/fs/upload')).toEqual([
      'path',
      'use_multipart',
      ...conditions,
      'file',
    ]);
    expect(fieldsOf('POST /api/upload')).toEqual(expect.arrayContaining(['slug', 'expires_in']));
  });
});

interface Documented {
  readonly querystring?: { readonly properties?: object };
  readonly body?: { readonly examples?: unknown[]; readonly properties?: object };
  readonly response: Readonly<Record<string, DocumentedReply>>;
}

interface DocumentedReply {
  readonly description: string;
  readonly examples?: readonly { readonly code?: number }[];
  readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Partial<DocumentedReply> }>>;
}

/** Paths of all members of a value. */
function namesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    `${path}/${name}`,
    ...namesIn(member, `${path}/${name}`),
  ]);
}
