import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../src/index.ts';
import * as faults from './fault-server.ts';

let server: faults.FaultServer;
let client: Client;
beforeAll(async () => {
  server = await faults.startFaultServer();
  client = createClient({ baseUrl: server.url });
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const page = (slugs: readonly string[], hasMore: boolean) =>
  faults.succeed(
    slugs.map((slug) => ({ slug })),
    { pagination: { hasMore } },
  );

describe('walking a list', () => {
  it('asks for a page when its first row is wanted, and for none after the last', async () => {
    server.will(page(['a', 'b'], true), page(['c'], false));
    const rows = client.textShares.all({ limit: 2, search: 'x' });
    expect(server.arrived).toEqual([]);
    const seen: string[] = [];
    for await (const { slug } of rows) seen.push(`${slug} of ${server.arrived.length}`);
    expect(seen).toEqual(['a of 1', 'b of 1', 'c of 2']);
    expect(server.arrived.map(({ url }) => url)).toEqual([
      '/api/pastes?limit=2&search=x&offset=0',
      '/api/pastes?limit=2&search=x&offset=2',
    ]);
  });

  it('reads all pages of bundles and of upload requests', async () => {
    const pageOf = (name: string, slug: string, hasMore: boolean) =>
      faults.succeed({ [name]: [{ slug }], pagination: { hasMore } });
    server.will(pageOf('bundles', 'a', true), pageOf('bundles', 'b', false));
    server.will(pageOf('requests', 'c', true), pageOf('requests', 'd', false));
    const seen: string[] = [];
    const query = { limit: 1, state: 'active' } as const;
    for await (const { slug } of client.bundles.all(query)) seen.push(slug);
    for await (const { slug } of client.uploadRequests.all({ limit: 1 })) seen.push(slug);
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
    expect(server.arrived.map(({ url }) => url)).toEqual([
      '/api/bundles?limit=1&state=active&offset=0',
      '/api/bundles?limit=1&state=active&offset=1',
      '/api/requests?limit=1&offset=0',
      '/api/requests?limit=1&offset=1',
    ]);
  });

  it('asks for nothing more once it is left', async () => {
    server.will(page(['a', 'b'], true));
    for await (const { slug } of client.textShares.all()) if (slug === 'b') break;
    expect(server.arrived).toHaveLength(1);
  });

  it('ends with an empty page, whatever that says of more', async () => {
    server.will(page([], true));
    for await (const row of client.textShares.all()) expect(row).toBeUndefined();
    expect(server.arrived).toHaveLength(1);
  });

  it('ends as cancelled at the very row at which its signal is aborted', async () => {
    server.will(page(['a', 'b'], true));
    const controller = new AbortController();
    const seen: string[] = [];
    const walk = async () => {
      for await (const { slug } of client.textShares.all({}, { signal: controller.signal })) {
        seen.push(slug);
        controller.abort();
      }
    };
    await expect(walk()).rejects.toMatchObject({ code: 'client.cancelled' });
    expect(seen).toEqual(['a']);
  });

  it('fails with what a page fails with', async () => {
    const more = { items: [{ name: 'a' }], next_cursor: 'c 1' };
    server.will(faults.succeed(more), faults.refuse(400, 'file_system.cursor_invalid'));
    const walk = async () => {
      for await (const { name } of client.fs.entries('/a/', { limit: 1 })) expect(name).toBe('a');
    };
    await expect(walk()).rejects.toMatchObject({ code: 'file_system.cursor_invalid' });
    expect(server.arrived.map(({ url }) => url)).toEqual([
      '/api/fs/list?path=%2Fa%2F&limit=1',
      '/api/fs/list?path=%2Fa%2F&limit=1&cursor=c+1',
    ]);
  });
});
