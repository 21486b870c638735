import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { uploadFile } from '../../../test/upload-files.ts';

describe('headers of replies', () => {
  let server: TestServer;
  /** Server with a configured public URL. */
  let named: TestServer;
  beforeAll(async () => {
    server = await startServer('sqlite');
    named = await startServer('sqlite', { PUBLIC_URL: 'https://share.example.org' });
  });
  afterAll(async () => {
    await server.close();
    await named.close();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers });
  const asAdmin = (path: string) => get(path, { authorization: server.authorization });

  it('are none of a request that names two hosts (SECURITY 9)', async () => {
    const { hostname, port } = new URL(server.url);
    const statusOf = async (hosts: string) => {
      const socket = connect(Number(port), hostname);
      socket.end(`GET /api/health HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      return (await text(socket)).slice(0, 12);
    };
    expect(await statusOf('Host: a\r\n')).toBe('HTTP/1.1 200');
    expect(await statusOf('Host: a\r\nHost: b\r\n')).toBe('HTTP/1.1 400');
  });

  it.each(['/api/openapi.json', '/api/docs', '/api/docs/', '/api/docs/static/swagger-ui.css'])(
    'of %s are the same for HEAD (RFC 9110 9.3.2)',
    async (path) => {
      const typeOf = async (method: string) => {
        const reply = await fetch(server.url + path, { method });
        return [reply.status, reply.headers.get('content-type')];
      };
      expect(await typeOf('HEAD')).toEqual(await typeOf('GET'));
    },
  );

  it('keep out of every cache what only some may see, and let public replies alone', async () => {
    for (const path of [
      '/api/admin/api-keys',
      '/api/pastes',
      '/api/version',
      '/api/fs/list?path=/',
    ]) {
      const reply = await asAdmin(path);
      expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([
        path,
        200,
        'no-store',
      ]);
    }
    expect((await get('/api/version')).headers.get('cache-control')).toBeNull();
    // A handler's own cache-control stays.
    const { slug } = await server.api.call(createTextShare, { body: { content: 'x' } });
    const shown = await asAdmin(`/api/raw/${slug}`);
    expect(shown.headers.get('cache-control')).toBe('public, no-cache');
  });

  it('have a browser forget at log-out what it has cached, and nothing else', async () => {
    const reply = await fetch(`${server.url}/api/admin/logout`, { method: 'POST' });
    expect(reply.headers.get('clear-site-data')).toBe('"cache"');
    expect((await get('/api/version')).headers.get('clear-site-data')).toBeNull();
  });

  it('keep what people have shared out of search engines', async () => {
    const { slug } = await uploadFile(server.api, 'x');
    const paste = await server.api.call(createTextShare, { body: { content: 'x' } });
    for (const path of [
      `/api/file-download/${slug}`,
      `/api/file-view/${slug}`,
      `/api/raw/${paste.slug}`,
    ]) {
      const reply = await get(path);
      expect([path, reply.status, reply.headers.get('x-robots-tag')]).toEqual([
        path,
        200,
        'noindex, nofollow',
      ]);
    }
    const shown = await server.anonymous.call(viewFileShare, { params: { slug }, query: {} });
    const stored = await fetch(shown.s3_direct_preview_url ?? '');
    expect(stored.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const robots = await get('/robots.txt');
    expect(robots.headers.get('content-type')).toContain('text/plain');
    const rules = (await robots.text()).split('\n');
    // Reading a share there would spend one of its views.
    expect(rules).toContain('Disallow: /api/');
    // Chats that show a card of a link respect robots.txt, too.
    expect(rules.some((rule) => /^Disallow: \/(paste|file)?$/.test(rule))).toBe(false);
  });

  it('name in security.txt whom an administrator has named, for 90 days from now', async () => {
    const path = '/.well-known/security.txt';
    expect((await fetch(named.url + path)).status).toBe(404);
    const name = (contact: string) =>
      named.api.call(updateSettingGroup, {
        params: { group: 4 },
        query: {},
        body: { site_security_contact: contact },
      });
    await name('security@example.org');
    const reply = await fetch(named.url + path);
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const [contact, expires = '', canonical] = (await reply.text()).split('\n');
    expect([contact, canonical]).toEqual([
      'Contact: mailto:security@example.org',
      `Canonical: https://share.example.org${path}`,
    ]);
    const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    await name('https://example.org/report');
    expect(await (await fetch(named.url + path)).text()).toContain(
      'Contact: https://example.org/report\n',
    );
  });

  it.each(['a@b\nContact: x@y', 'javascript:alert(1)', 'nobody', 'http://example.org', 'a b@c'])(
    'name nobody like this: %j',
    async (contact) => {
      const { errors } = await server.api.call(updateSettingGroup, {
        params: { group: 4 },
        query: {},
        body: { site_security_contact: contact },
      });
      expect(errors).toMatchObject([{ key: 'site_security_contact' }]);
    },
  );
});
