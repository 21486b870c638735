import {
  initUrlMultipart,
  presignUrlUpload,
  readThroughUrlProxy,
  readUrlInfo,
} from '@satchel/api-client/contract/url-uploads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_DATABASE, startServer, type TestServer } from '../../../test/start-server.ts';
import { GZIP_BOMB, startSource, type TestSource } from '../../../test/start-source.ts';

const LIMITS = { headersTimeoutMs: 5000, idleTimeoutMs: 1000, totalTimeoutMs: 2000 };
const REFUSED = [403, 'url_uploads.address_refused'] as const;
const INVALID = [400, 'url_uploads.url_invalid'] as const;

describe.each(ANY_DATABASE)('sources that attack the server on %s (SECURITY 1)', (database) => {
  let server: TestServer;
  let source: TestSource;
  let answers: string[] = [];
  const asked: string[] = [];
  beforeAll(async () => {
    source = await startSource();
    // Allows one host name only; 127.0.0.1 itself stays refused.
    server = await startServer(
      database,
      { URL_UPLOAD_ALLOW: 'source.test' },
      {
        limits: LIMITS,
        resolve: async (hostname) => {
          asked.push(hostname);
          if (hostname === 'source.test') return ['127.0.0.1'];
          return answers.splice(0, 1);
        },
      },
    );
    await server.prisma.setting.update({ where: { key: 'max_upload_size' }, data: { value: '1' } });
    await server.forget();
  });
  afterAll(async () => {
    await server.close();
    await source.close();
  });

  const CALLS = ['info', 'proxy', 'presign', 'presign with metadata', 'multipart init'] as const;
  const metadata = { filename: 'a.txt', contentType: 'text/plain' };
  const post = ({ path }: { path: string }, body: object) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: server.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const ask = (call: (typeof CALLS)[number], url: string) => {
    switch (call) {
      case 'info':
        return post(readUrlInfo, { url });
      case 'proxy':
        return fetch(server.api.url(readThroughUrlProxy, { query: { url } }), {
          headers: { authorization: server.authorization, accept: 'application/json' },
        });
      case 'presign':
        return post(presignUrlUpload, { url });
      case 'presign with metadata':
        return post(presignUrlUpload, { url, metadata });
      case 'multipart init':
        return post(initUrlMultipart, { url, total_size: 1 });
    }
  };
  const outcome = async (call: (typeof CALLS)[number], url: string) => {
    const response = await ask(call, url);
    const { error } = (await response.json()) as { error?: string };
    return [response.status, error];
  };
  const expectEverywhere = async (url: string, expected: readonly [number, string]) => {
    for (const call of CALLS) expect(await outcome(call, url), call).toEqual(expected);
  };
  const sourceUrl = (path: string) => `http://source.test:${source.port}${path}`;
  const redirectTo = (to: string) => sourceUrl(`/redirect?to=${encodeURIComponent(to)}`);

  it.each([
    '127.0.0.1',
    '[::1]',
    '0.0.0.0',
    '169.254.169.254',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '①②⑦.0.0.1',
    '10.0.0.1',
    '100.64.0.1',
    '192.168.0.1',
    '198.51.100.1',
    '224.0.0.1',
    '255.255.255.255',
  ])('refuses %s in every call', async (host) => {
    source.forget();
    await expectEverywhere(`http://${host}:${source.port}/hello.txt`, REFUSED);
    expect(source.requests).toEqual([]);
  });

  it('refuses a name that resolves to loopback, to v4-mapped, or to that among others', async () => {
    for (const addresses of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254']) {
      for (const call of CALLS) {
        answers = [addresses];
        expect(await outcome(call, 'http://evil.test/'), call).toEqual(REFUSED);
      }
    }
  });

  it('makes one look-up, so that an answer that changes in between gains nothing', async () => {
    answers = ['127.0.0.1', '8.8.8.8'];
    asked.length = 0;
    expect(await outcome('proxy', `http://rebind.test:${source.port}/hello.txt`)).toEqual(REFUSED);
    expect(asked).toEqual(['rebind.test']);
    asked.length = 0;
    const response = await ask('proxy', sourceUrl('/hello.txt'));
    expect([response.status, asked]).toEqual([200, ['source.test']]);
    await response.text();
  });

  it.each([
    ['loopback', 'http://127.0.0.1/'],
    ['an address of IPv6 loopback', 'http://[::1]/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['file:', 'file:///etc/passwd'],
    ['gopher:', 'gopher://127.0.0.1:6379/_FLUSHALL'],
    ['data:', 'data:text/plain,x'],
    ['a user name', 'http://user@source.test/'],
  ])('refuses a 302 to %s', async (_, location) => {
    for (const call of ['info', 'proxy', 'presign', 'multipart init'] as const) {
      expect(await outcome(call, redirectTo(location)), call).toEqual(REFUSED);
    }
  });

  it('refuses a redirect to a name that resolves to loopback', async () => {
    answers = ['127.0.0.1'];
    const url = redirectTo(`http://evil.test:${source.port}/hello.txt`);
    expect(await outcome('proxy', url)).toEqual(REFUSED);
  });

  it.each([
    ['user@host', 'http://user@source.test/'],
    ['user:password@host', 'http://user:password@source.test/'],
    ['an empty user before an @', 'http://:x@source.test/'],
    ['file:', 'file:///etc/passwd'],
    ['gopher:', 'gopher://source.test/'],
    ['ftp:', 'ftp://source.test/'],
    ['CR and LF', 'http://source.test/a\r\nX-Injected: 1'],
    ['LF in the host', 'http://source\n.test/'],
    ['a tab', 'http://source.test/\ta'],
    ['DEL', 'http://source.test/\u007f'],
    ['no address', 'hello'],
    ['nothing', ''],
    ['more than 8192 characters', `http://source.test/${'a'.repeat(8192)}`],
  ])('refuses %s in the URL', async (_, url) => {
    await expectEverywhere(url, INVALID);
  });

  it('sends escaped CR and LF on as they are, within one request line', async () => {
    source.forget();
    await (await ask('proxy', sourceUrl('/a%0d%0aX-Injected:%201'))).text();
    expect(source.requests.map(({ url }) => url)).toEqual(['/a%0d%0aX-Injected:%201']);
    expect(source.requests[0]?.headers).not.toHaveProperty('x-injected');
  });

  it('cuts an endless body off at the largest upload', async () => {
    const response = await ask('proxy', sourceUrl('/endless.bin'));
    await expect(response.arrayBuffer()).rejects.toThrow();
    await source.idle();
  });

  it('gives a slow body up', async () => {
    const response = await ask('proxy', sourceUrl('/slow.bin'));
    await expect(response.arrayBuffer()).rejects.toThrow();
    await source.idle();
  });

  it('ends a body that drips when its time is up', async () => {
    const response = await ask('proxy', sourceUrl('/drip.bin'));
    await expect(response.arrayBuffer()).rejects.toThrow();
    await source.idle();
  });

  it('hands a gzip bomb on as small as it is, and does not say that it is gzip', async () => {
    const response = await ask('proxy', sourceUrl('/bomb.txt'));
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await response.arrayBuffer()).equals(GZIP_BOMB)).toBe(true);
  });

  it('refuses our own host, under any name that it goes by', async () => {
    const { port } = new URL(server.url);
    await expectEverywhere(`http://source.test:${port}/api/version`, REFUSED);
    await expectEverywhere(`${server.url}/api/version`, REFUSED);
  });

  it('refuses the address of a storage, and its buckets', async () => {
    const config = await server.prisma.storageConfig.findFirstOrThrow();
    await server.prisma.storageConfig.create({
      data: {
        ...config,
        id: 'lan',
        isEmbedded: false,
        isDefault: false,
        endpointUrl: sourceUrl(''),
        publicEndpointUrl: 'https://store.example/s3',
      },
    });
    await expectEverywhere(sourceUrl('/hello.txt'), REFUSED);
    for (const host of ['store.example', 'STORE.example.', 'bucket.store.example']) {
      answers = ['8.8.8.8'];
      expect(await outcome('info', `https://${host}/`), host).toEqual(REFUSED);
    }
    await server.prisma.storageConfig.delete({ where: { id: 'lan' } });
  });

  it('has stored nothing of all this', async () => {
    expect(await server.prisma.fileShare.count()).toBe(0);
  });
});
