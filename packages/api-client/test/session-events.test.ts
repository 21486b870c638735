import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type Credential, createClient, type SessionEnd } from '../src/index.ts';
import { sessionEndOf } from '../src/session-events.ts';
import * as faults from './fault-server.ts';

const ADMIN: Credential = { kind: 'admin', token: 'token' };
const KEY: Credential = { kind: 'apiKey', key: 'key' };
const refusal = (code: ApiError['code'], status = 401) =>
  new ApiError({ code, status, message: '' });

describe('a refusal ends the session (SPEC 4)', () => {
  it.each([
    [
      'of an administrator, wherever it comes',
      ADMIN,
      'auth.invalid',
      '/api/files',
      'adminTokenExpired',
    ],
    ['of a key', KEY, 'auth.invalid', '/api/pastes', 'apiKeyInvalid'],
    [
      'not of a delivery, which is no session',
      { kind: 'upload', token: 'token' } as const,
      'auth.invalid',
      '/api/s3/presign',
      undefined,
    ],
    [
      'of a key on a file, where the key itself is refused',
      KEY,
      'auth.invalid',
      '/api/files/:id',
      'apiKeyInvalid',
    ],
    [
      'not of a key on a file, where there is only no access',
      KEY,
      'auth.required',
      '/api/files/:id',
      undefined,
    ],
    [
      'not of a key on an upload, where there is only no access',
      KEY,
      'auth.required',
      '/api/fs/multipart/init',
      undefined,
    ],
    [
      'not where a share asks for its password',
      KEY,
      'file_shares.wrong_password',
      '/api/paste/:slug',
      undefined,
    ],
    ['not where nobody is logged in', undefined, 'auth.required', '/api/pastes', undefined],
  ] as const)('%s', (_title, credential, code, path, end) => {
    expect(sessionEndOf(refusal(code), { path, credential })).toBe(end);
  });

  it('not where the caller is known and has no right', () => {
    const call = { path: '/api/pastes', credential: ADMIN };
    expect(sessionEndOf(refusal('auth.forbidden', 403), call)).toBeUndefined();
  });
});

describe('the events of a client', () => {
  let server: faults.FaultServer;
  beforeAll(async () => {
    server = await faults.startFaultServer();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  function listen(credential: () => Credential | undefined) {
    const client = createClient({ baseUrl: server.url, credential });
    const seen: string[] = [];
    const ends: readonly SessionEnd[] = ['logout', 'adminTokenExpired', 'apiKeyInvalid'];
    const stops = ends.map((end) =>
      client.on(end, ({ type, error }) => seen.push(`${type} ${error?.code ?? ''}`.trim())),
    );
    return { client, seen, stop: () => stops.forEach((stop) => void stop()) };
  }

  it('tell an expired token and an invalid key, each once, before the call fails', async () => {
    let credential = ADMIN as Credential;
    const { client, seen } = listen(() => credential);
    server.will(faults.refuse(401, 'auth.invalid'), faults.refuse(401, 'auth.invalid'));
    await expect(client.dashboard.stats()).rejects.toMatchObject({ code: 'auth.invalid' });
    credential = KEY;
    await expect(client.textShares.list()).rejects.toMatchObject({ code: 'auth.invalid' });
    expect(seen).toEqual(['adminTokenExpired auth.invalid', 'apiKeyInvalid auth.invalid']);
  });

  it('say nothing when a new log-in has overtaken the refusal of the last one', async () => {
    let token = 'old';
    const { client, seen } = listen(() => ({ kind: 'admin', token }));
    server.will((request, response) => {
      token = 'new';
      faults.refuse(401, 'auth.invalid')(request, response);
    });
    await expect(client.dashboard.stats()).rejects.toMatchObject({ code: 'auth.invalid' });
    expect(seen).toEqual([]);
  });

  it('tell a log-out, even where the server cannot be told', async () => {
    const { client, seen } = listen(() => ADMIN);
    await client.sessions.logout();
    server.will(faults.drop);
    await expect(client.sessions.logout()).rejects.toMatchObject({ code: 'client.network' });
    expect(seen).toEqual(['logout', 'logout']);
  });

  it('leave the call its own failure where a listener makes a mistake', async () => {
    const { client } = listen(() => KEY);
    const mistakes: unknown[] = [];
    const tasks = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
      Promise.resolve()
        .then(task)
        .catch((mistake: unknown) => mistakes.push(mistake));
    });
    client.on('apiKeyInvalid', () => {
      throw new Error('mistake');
    });
    server.will(faults.refuse(401, 'auth.invalid'));
    await expect(client.textShares.list()).rejects.toMatchObject({ code: 'auth.invalid' });
    tasks.mockRestore();
    expect(mistakes).toEqual([new Error('mistake')]);
  });

  it('end with the function that listening gives', async () => {
    const { client, seen, stop } = listen(() => ADMIN);
    stop();
    await client.sessions.logout();
    expect(seen).toEqual([]);
  });
});
