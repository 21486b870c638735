import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANY_DATABASE, startServer, type TestServer } from '../../../test/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  const [database = 'sqlite'] = ANY_DATABASE;
  server = await startServer(database);
});
afterAll(() => server.close());

it.each(['/robots.txt', '/.well-known/security.txt', '/metrics', '/api/openapi.json'])(
  'answers HEAD of %s like GET',
  async (path) => {
    const headersOf = async (method: string) => {
      const { status, headers } = await fetch(server.url + path, { method });
      const names = ['content-type', 'content-length', 'cache-control', 'etag'];
      return [status, ...names.map((name) => headers.get(name))];
    };
    expect(await headersOf('HEAD')).toEqual(await headersOf('GET'));
  },
);
