import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, createClient, isApiError } from '../src/index.ts';
import { describeError } from '../src/messages.ts';
import * as faults from './fault-server.ts';

let server: faults.FaultServer;
beforeAll(async () => {
  server = await faults.startFaultServer();
});
beforeEach(() => server.reset());
afterEach(() => vi.unstubAllGlobals());
afterAll(() => server.close());

async function failureOf(baseUrl: string): Promise<ApiError> {
  const error: unknown = await createClient({ baseUrl })
    .textShares.get({ params: { id: 'a' } })
    .catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error('the call did not fail');
  return error;
}

const answer =
  (status: number, type: string, body: string): faults.Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(body);
const WRONG = 'client.wrong_base_url';
const page = answer(404, 'text/html', '<h1>Not Found</h1>');

describe('a base URL that leads to no Satchel server is called wrong', () => {
  it.each([
    ['it has no scheme', 'localhost:8787'],
    ['it has another scheme', 'ftp://localhost'],
    ['it is empty and there is no page', ''],
    ['it is a path and there is no page', '/satchel'],
  ])('where %s, and nothing is asked', async (_title, baseUrl) => {
    expect(await failureOf(baseUrl)).toMatchObject({ code: WRONG, details: { baseUrl } });
    expect(server.arrived).toEqual([]);
  });

  it('where a page knows its own address, but the base URL has another scheme', async () => {
    vi.stubGlobal('location', new URL(server.url));
    expect(await failureOf('localhost:8787')).toMatchObject({ code: WRONG });
    // A browser accepts a path. It fails here only because Node has no page.
    expect(await failureOf('/satchel')).toMatchObject({ code: 'client.network' });
  });

  it.each([
    ['a page', answer(200, 'text/html', '<h1>Welcome</h1>')],
    ['a page that says that it is JSON', answer(200, 'application/json', '<h1>Welcome</h1>')],
    ['a page that something is not there', page],
    ['a sentence that something is not there', answer(404, 'text/plain', '404 page not found')],
  ])('where %s answers', async (_title, reply) => {
    server.will(reply);
    expect(await failureOf(server.url)).toMatchObject({ code: WRONG, status: 0 });
    expect(server.arrived).toHaveLength(1);
  });

  it.each(['/api', '/api/'])(
    'where it ends in %s, under which Satchel has nothing',
    async (end) => {
      server.will(faults.refuse(404, 'request.not_found'));
      expect(await failureOf(server.url + end)).toMatchObject({ code: WRONG });
      expect(server.arrived[0]?.url).toBe('/api/api/pastes/a');
    },
  );

  it('and not where the server has what it is asked for nowhere, or a proxy is in trouble', async () => {
    server.will(faults.refuse(404, 'request.not_found'));
    expect(await failureOf(server.url)).toMatchObject({ code: 'request.not_found', status: 404 });
    server.will(faults.refuse(404, 'text_shares.not_found'));
    expect(await failureOf(`${server.url}/api`)).toMatchObject({ code: 'text_shares.not_found' });
    server.will(answer(403, 'text/html', '<h1>Forbidden</h1>'));
    expect(await failureOf(server.url)).toMatchObject({ code: 'auth.forbidden', status: 403 });
  });

  it('in words that name it and say what to do, in both languages', async () => {
    const error = await failureOf('localhost:8787');
    expect(error.message).toMatch(/"localhost:8787".*http:\/\/.*\/api/);
    expect(describeError(error, 'en')).toMatch(/"localhost:8787".*http:\/\/.*\/api/);
    expect(describeError(error, 'zh')).toMatch(/“localhost:8787”.*http:\/\/.*\/api/);
    expect(isApiError(error, WRONG) && error.details.baseUrl).toBe('localhost:8787');
  });
});
