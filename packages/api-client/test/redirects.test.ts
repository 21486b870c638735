import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiError, type Client, createClient } from '../src/index.ts';
import { describeError } from '../src/messages.ts';
import * as faults from './fault-server.ts';

let server: faults.FaultServer;
/** Server at another origin that a redirect leads to. */
let other: faults.FaultServer;
let client: Client;
beforeAll(async () => {
  server = await faults.startFaultServer();
  other = await faults.startFaultServer();
});
beforeEach(() => {
  server.reset();
  other.reset();
  const credential = () => ({ kind: 'apiKey', key: 'secret key' }) as const;
  client = createClient({ baseUrl: server.url, credential });
});
afterAll(() => Promise.all([server.close(), other.close()]));

const redirect =
  (status: number, location: string): faults.Answer =>
  (_request, response) =>
    response.writeHead(status, { location }).end();
const params = { slug: 'a' };

describe.each([301, 302, 303, 307, 308])('a redirect by %d', (status) => {
  it.each([
    ['creates', () => client.textShares.create({ body: { content: 'secret' } })],
    ['lists', () => client.textShares.list()],
    ['uploads', () => client.fileShares.uploadForm({ body: new FormData() })],
    [
      'downloads with a password',
      () =>
        client.fileShares.download({ params }, { headers: { 'X-Share-Password': 'secret word' } }),
    ],
  ])('fails a call that %s, and names the new address', async (_title, call) => {
    const location = `${other.url}/elsewhere`;
    server.will(redirect(status, location));
    const error = await call().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      ...{ name: 'ApiError', code: 'client.redirected', status: 0, details: { location } },
      message: expect.stringContaining(location) as string,
    });
    expect(server.arrived).toHaveLength(1);
    expect(other.arrived).toEqual([]);
  });

  it('is followed by a download, without its credential', async () => {
    server.will(redirect(status, `${other.url}/bytes`));
    other.will((_request, response) => response.end('bytes'));
    const reply = await client.fs.download({ query: { path: '/a' } });
    expect(await reply.text()).toBe('bytes');
    expect(server.arrived[0]?.headers.authorization).toBe('ApiKey secret key');
    expect(other.arrived[0]?.headers).not.toHaveProperty('authorization');
  });
});

it('a redirect whose address a browser hides is told as one', async () => {
  const hidden = {
    ...{ ok: false, status: 0, type: 'opaqueredirect', headers: new Headers(), body: null },
    ...{ text: () => Promise.resolve(''), clone: () => hidden },
    [Symbol.toStringTag]: 'Response',
  };
  const fetch = () => Promise.resolve(hidden as unknown as Response);
  const call = createClient({ baseUrl: server.url, fetch }).system.version();
  const error = (await call.catch((reason: unknown) => reason)) as ApiError;
  expect(error).toMatchObject({ code: 'client.redirected', details: { location: '' } });
  expect(describeError(error, 'en')).toMatch(/redirects.*[a-z]$/);
  expect(describeError(error, 'zh')).toMatch(/重定向.*[^：]$/u);
});

it('a reply that is not modified is no redirect', async () => {
  server.will((_request, response) => response.writeHead(304).end());
  const call = client.fileShares.download({ params }, { headers: { 'if-none-match': '"a"' } });
  await expect(call).rejects.toMatchObject({ status: 304 });
});
