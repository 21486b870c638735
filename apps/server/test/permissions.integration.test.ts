import { decideAccess, PERMISSION_FLAGS, type Principal } from '@satchel/api-client/permissions';
import { ANONYMOUS } from '@satchel/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyEndpoint, readContract } from './read-contract.ts';
import { ADMIN, ANY_DATABASE, startServer, type TestServer } from './start-server.ts';
import { createRequest, enterRequest } from './use-requests.ts';

const ADMIN_PRINCIPAL: Principal = { kind: 'admin', id: 'admin' };
const MORE_THAN_FIVE_MINUTES_MS = 301_000;

/** Every declared call; one without a route fails, too. */
const CONTRACT = await readContract();

/** Name of a caller, its `Authorization` header, and the principal that the server has to see. */
type Caller = readonly [string, string | undefined, Principal | 'invalid'];

async function logIn({ services }: TestServer): Promise<string> {
  const { token } = await services.sessions.login(ADMIN.username, ADMIN.password, 'x');
  return token;
}

/** Creates a key with each right, and credentials that nobody has any more. */
async function createCallers(server: TestServer): Promise<Caller[]> {
  const keys: Caller[] = [];
  for (const [name, permissions] of Object.entries({ none: 0, ...PERMISSION_FLAGS })) {
    const { authorization, id } = await server.createApiKey({ permissions });
    keys.push([
      `a key with ${name}`,
      authorization,
      { kind: 'apiKey', id, permissions, basePath: '/' },
    ]);
  }
  const everything = { permissions: 0x7fffffff };
  const { key } = await server.createApiKey(everything);
  const expired = await server.createApiKey({ ...everything, expiresAt: server.now() });
  const deleted = await server.createApiKey(everything);
  await server.prisma.apiKey.delete({ where: { id: deleted.id } });
  const ended = await logIn(server);
  await server.services.sessions.logout({ kind: 'adminToken', token: ended });
  return [
    ['nobody', undefined, ANONYMOUS],
    ['a stale token', 'Bearer stale', 'invalid'],
    ['an unknown key', 'ApiKey unknown-key', 'invalid'],
    ['an unknown scheme', 'Negotiate x', 'invalid'],
    ...keys,
    ['a key as a token', `Bearer ${key}`, 'invalid'],
    ['an expired key', expired.authorization, 'invalid'],
    ['a deleted key', deleted.authorization, 'invalid'],
    ['a session that was ended', `Bearer ${ended}`, 'invalid'],
  ];
}

describe.each(ANY_DATABASE)('who may make which call on %s (SECURITY 7, SPEC 6)', (database) => {
  let server: TestServer;
  let callers: Caller[] = [];
  beforeAll(async () => {
    server = await startServer(database);
    callers = await createCallers(server);
  });
  afterAll(() => server.close());

  const ask = async (
    { method, path, ...endpoint }: AnyEndpoint,
    authorization?: string,
    item = 'unknown',
  ) => {
    const hasBody = endpoint.kind === 'json' && endpoint.body !== undefined;
    const response = await fetch(server.url + path.replace(/:\w+/g, item), {
      method,
      headers: {
        accept: 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: '{}' } : {}),
    });
    const { error } = (await response.json()) as { error?: string };
    return { status: response.status, error };
  };
  const expectAnswer = async (
    endpoint: AnyEndpoint,
    who: string,
    authorization: string | undefined,
    principal: Principal | 'invalid',
  ) => {
    const { status, error } = await ask(endpoint, authorization);
    const isPublic = endpoint.access === 'public';
    if (isPublic && endpoint.acceptsUploadToken) {
      return expect([status, error], who).toEqual([401, 'upload_requests.token_invalid']);
    }
    const decision = decideAccess(principal === 'invalid' ? ANONYMOUS : principal, endpoint.access);
    if (decision.allowed) {
      // The guard admits the caller: the empty input is refused, or the unknown item not found.
      expect([401, 403, 429, 500], `${who}: ${error}`).not.toContain(status);
      if (!isPublic || status >= 400) expect(error, who).not.toBe('request.not_found');
    } else if (principal === 'invalid') {
      expect([status, error], who).toEqual([401, 'auth.invalid']);
    } else {
      const refusals = {
        unauthenticated: [401, 'auth.required'],
        admin_only: [403, 'auth.admin_required'],
        missing_permission: [403, 'auth.forbidden'],
        outside_base_path: [403, 'auth.outside_base_path'],
        invalid_path: [400, 'request.invalid'],
      };
      expect([status, error], who).toEqual(refusals[decision.reason]);
    }
  };

  it.each(CONTRACT)('%s', async (_, endpoint) => {
    // Moves the clock, because earlier bad credentials would throttle this one.
    server.moveClock(MORE_THAN_FIVE_MINUTES_MS);
    for (const [who, authorization, principal] of callers) {
      await expectAnswer(endpoint, who, authorization, principal);
    }
    // Some calls end the session.
    const token = await logIn(server);
    await expectAnswer(endpoint, 'a token as a key', `ApiKey ${token}`, 'invalid');
    await expectAnswer(endpoint, 'the administrator', `Bearer ${token}`, ADMIN_PRINCIPAL);
  });

  it.each(CONTRACT)('%s with the token of a delivery (SECURITY 27)', async (_, endpoint) => {
    server.moveClock(MORE_THAN_FIVE_MINUTES_MS);
    const token = await logIn(server);
    const { id, slug } = await createRequest(server.apiAs({ kind: 'admin', token }));
    const [sender, done] = [await enterRequest(server, slug), await enterRequest(server, slug)];
    await server.prisma.delivery.updateMany({
      where: { receipt: done.receipt },
      data: { state: 'done', doneAt: server.now() },
    });
    const answers = async () => {
      const pairs = { own: sender.token, done: done.token, wrong: 'wrong-token' };
      const asked: Record<string, readonly [number, string | undefined]> = {};
      for (const [who, secret] of Object.entries(pairs)) {
        const { status, error } = await ask(endpoint, `Upload ${secret}`, slug);
        asked[who] = [status, error];
      }
      return asked;
    };
    const invalid = [401, 'upload_requests.token_invalid'] as const;
    const forbidden = [403, 'auth.forbidden'] as const;
    if (!endpoint.acceptsUploadToken) {
      // A public call does not read the token, and treats everybody alike.
      if (endpoint.access === 'public') return;
      expect(await answers()).toEqual({ own: forbidden, done: forbidden, wrong: forbidden });
      return;
    }
    const { own, done: finished, wrong } = await answers();
    expect([401, 403, 429, 500], own?.[1]).not.toContain(own?.[0]);
    expect(wrong).toEqual(invalid);
    if (endpoint.access === 'public') expect([400, 200]).toContain(finished?.[0]);
    else expect(finished).toEqual(invalid);
    await server.prisma.uploadRequest.update({ where: { id }, data: { expiresAt: server.now() } });
    const after = await answers();
    if (endpoint.access === 'public') {
      // Senders still read and finish their own delivery, and send nothing more.
      expect([400, 200]).toContain(after.own?.[0]);
      expect(after).toEqual({ own: after.own, done: finished, wrong: invalid });
    } else expect(after).toEqual({ own: invalid, done: invalid, wrong: invalid });
    await server.prisma.uploadRequest.delete({ where: { id } });
    expect(await answers()).toEqual({ own: invalid, done: invalid, wrong: invalid });
  });

  it('covers the calls of this release', () => {
    expect(CONTRACT.length).toBeGreaterThan(30);
    expect(new Set(CONTRACT.map(([name]) => name)).size).toBe(CONTRACT.length);
    const open = CONTRACT.filter(([, { acceptsUploadToken }]) => acceptsUploadToken);
    expect(open.map(([name]) => name).sort()).toEqual([
      'DELETE /api/uploads/:id',
      'GET /api/public/requests/:slug/delivery',
      'GET /api/uploads/:id',
      'PATCH /api/uploads/:id',
      'POST /api/batch',
      'POST /api/public/requests/:slug/done',
      'POST /api/s3/commit',
      'POST /api/s3/multipart/abort',
      'POST /api/s3/multipart/complete',
      'POST /api/s3/multipart/init',
      'POST /api/s3/multipart/list-parts',
      'POST /api/s3/multipart/refresh-urls',
      'POST /api/s3/presign',
      'POST /api/upload',
      'POST /api/uploads',
      'PUT /api/upload-direct/:filename',
    ]);
  });
});
