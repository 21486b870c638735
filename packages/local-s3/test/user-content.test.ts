import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, TEST_CREDENTIALS, type TestStore } from './open-test-store.ts';

const DEFAULT_ORIGIN = 'https://app.example.com';

let s3: TestStore;
let client: S3Client;
beforeAll(async () => {
  const rule = { allowedOrigins: [DEFAULT_ORIGIN], allowedMethods: ['GET'] };
  s3 = await openTestStore({ defaultCors: [rule] });
  client = new S3Client({
    endpoint: s3.endpoint,
    credentials: TEST_CREDENTIALS,
    region: 'us-east-1',
    forcePathStyle: true,
  });
});
afterAll(() => s3.stop());

const urlOf = (Key: string, overrides = {}) =>
  getSignedUrl(client, new GetObjectCommand({ Bucket: 'bucket', Key, ...overrides }));

describe('User content (SECURITY 4)', () => {
  test('a page that somebody stored is a sandboxed download', async () => {
    await s3.call('PUT', '/bucket/page', '<script>1</script>', {
      'content-type': 'text/html',
      'content-disposition': 'inline; filename="page.html"',
    });
    const reply = await fetch(await urlOf('page'));
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="page.html"');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  });

  test('a signed override cannot make harmless bytes an inline page', async () => {
    await s3.call('PUT', '/bucket/text', '<script>1</script>', { 'content-type': 'text/plain' });
    const url = await urlOf('text', {
      ResponseContentType: 'text/html',
      ResponseContentDisposition: 'inline; filename="x.html"',
    });
    const reply = await fetch(url);
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="x.html"');
    expect(reply.headers.get('content-security-policy')).toMatch(/^sandbox/);
  });

  test.each(['ResponseContentDisposition', 'ResponseContentType', 'ResponseCacheControl'])(
    'CR and LF in %s are refused',
    async (name) => {
      const reply = await fetch(await urlOf('text', { [name]: 'a\r\nset-cookie: x=y' }));
      expect(reply.status).toBe(400);
      expect(reply.headers.get('set-cookie')).toBeNull();
      expect(await reply.text()).toContain('<Code>InvalidArgument</Code>');
    },
  );

  test('a file name in UTF-8 passes through an override', async () => {
    const ResponseContentDisposition = 'attachment; filename="你好.txt"';
    const reply = await fetch(await urlOf('text', { ResponseContentDisposition }));
    const received = Buffer.from(reply.headers.get('content-disposition') ?? '', 'latin1');
    expect(received.toString('utf8')).toBe(ResponseContentDisposition);
  });

  test('a header that could not be sent is not stored', async () => {
    const reply = await s3.call('PUT', '/bucket/evil', 'x', { 'x-amz-meta-a': 'b\r\nc: d' });
    expect(reply.status).toBe(400);
    expect((await s3.call('GET', '/bucket/evil')).status).toBe(404);
  });

  test('a stored script is not served to a script element', async () => {
    const url = await urlOf('text');
    const reply = await fetch(url, { headers: { 'sec-fetch-dest': 'script' } });
    expect(reply.status).toBe(403);
  });

  test.each([
    ['sec-fetch-dest', 'style'],
    ['sec-fetch-dest', 'manifest'],
    ['service-worker', 'script'],
  ])('nor where a browser says %s: %s (SECURITY 20)', async (name, value) => {
    const reply = await fetch(await urlOf('text'), { headers: { [name]: value } });
    expect(reply.status).toBe(403);
  });

  test('a browser gets a stored script as text, an S3 client as it was stored', async () => {
    const type = { 'content-type': 'text/javascript' };
    await s3.call('PUT', '/bucket/code', 'alert(1)', type);
    const reply = await fetch(await urlOf('code'));
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const byClient = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'code' }));
    expect(byClient.ContentType).toBe('text/javascript');
  });

  test('errors are XML that is not sniffed, with an id and without the query', async () => {
    const reply = await fetch(`${s3.endpoint}/bucket/%3Cscript%3E?X-Amz-Signature=secret`);
    const text = await reply.text();
    expect(reply.headers.get('content-type')).toBe('application/xml');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toContain(`<RequestId>${reply.headers.get('x-amz-request-id')}</RequestId>`);
    expect(text).not.toMatch(/secret|<script>/);
  });
});

test('default CORS rules apply to a bucket that has none of its own', async () => {
  const url = await urlOf('text');
  const allowed = async () => {
    const reply = await fetch(url, { headers: { origin: DEFAULT_ORIGIN } });
    return reply.headers.get('access-control-allow-origin');
  };
  expect(await allowed()).toBe(DEFAULT_ORIGIN);
  const rule =
    '<AllowedOrigin>https://other.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod>';
  const document = `<CORSConfiguration><CORSRule>${rule}</CORSRule></CORSConfiguration>`;
  expect((await s3.call('PUT', '/bucket?cors', document)).status).toBe(200);
  expect(await allowed()).toBeNull();
  await s3.call('DELETE', '/bucket?cors');
  expect(await allowed()).toBe(DEFAULT_ORIGIN);
});

describe('XML (SECURITY 9)', () => {
  const remove = async (document: string) => {
    const { status, body } = await s3.call('POST', '/bucket?delete', document);
    return { status, text: body.toString() };
  };

  test.each([
    [
      'a document type',
      '<!DOCTYPE Delete [<!ENTITY a "b">]><Delete><Object><Key>&a;</Key></Object></Delete>',
    ],
    ['an external entity', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Delete/>'],
    ['deep nesting', `<Delete>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</Delete>`],
    ['an open element', '<Delete><Object><Key>a</Key></Object>'],
    ['another root', '<Other><Object><Key>a</Key></Object></Other>'],
    ['no key', '<Delete><Object></Object></Delete>'],
    ['nothing', ''],
    ['no XML', 'hello'],
  ])('%s is MalformedXML', async (_, document) => {
    const { status, text } = await remove(document);
    expect([status, text]).toEqual([400, expect.stringContaining('<Code>MalformedXML</Code>')]);
  });

  test('names that objects have from birth are names like others', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const { status } = await remove(`<Delete><${name}><Key>a</Key></${name}></Delete>`);
      expect(status).toBe(400);
    }
    expect(Object.prototype).not.toHaveProperty('Key');
  });

  test('references are decoded once', async () => {
    await s3.call('PUT', `/bucket/${encodeURIComponent('a&amp;<b>\n')}`, 'x');
    const key = 'a&amp;amp;&lt;b&gt;&#10;';
    const { text } = await remove(`<Delete><Object><Key>${key}</Key></Object></Delete>`);
    expect(text).toContain('<Deleted><Key>a&amp;amp;&lt;b&gt;&#xa;</Key></Deleted>');
    const listing = await s3.call('GET', '/bucket?list-type=2&prefix=a%26');
    expect(listing.body.toString()).toContain('<KeyCount>0</KeyCount>');
  });

  test('lists keys that XML cannot contain without their bytes, and whole where asked (SECURITY 25)', async () => {
    const key = 'odd/\u0001\uFFFE\uFFFF';
    await s3.call('PUT', `/bucket/${encodeURIComponent(key)}`, 'x');
    for (const version of ['', '&list-type=2']) {
      const plain = await s3.call('GET', `/bucket?prefix=odd/${version}`);
      expect(plain.body.toString()).toContain('<Key>odd/\uFFFD\uFFFD\uFFFD</Key>');
      const encoded = await s3.call('GET', `/bucket?prefix=odd/&encoding-type=url${version}`);
      expect(encoded.body.toString()).toContain('<Key>odd/%01%EF%BF%BE%EF%BF%BF</Key>');
    }
    const echoed = await s3.call('GET', `/bucket?prefix=${encodeURIComponent(key)}`);
    expect(echoed.body.toString()).toContain('<Prefix>odd/\uFFFD\uFFFD\uFFFD</Prefix>');
  });

  test('a body above the limit is refused', async () => {
    const { text } = await remove(`<Delete>${' '.repeat(9 * 1024 * 1024)}</Delete>`);
    expect(text).toContain('<Code>MaxMessageLengthExceeded</Code>');
  });

  test('a Complete of 10,000 parts works', async () => {
    const created = await s3.call('POST', '/bucket/parts?uploads');
    const id = /<UploadId>(.*)<\/UploadId>/.exec(created.body.toString())?.[1] ?? '';
    const md5 = '"d41d8cd98f00b204e9800998ecf8427e"';
    const parts = Array.from({ length: 10_000 }, (_, at) => {
      return `<Part><PartNumber>${at + 1}</PartNumber><ETag>${md5}</ETag><ChecksumSHA256>${'A'.repeat(43)}=</ChecksumSHA256></Part>`;
    });
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const refused = await s3.call('POST', `/bucket/parts?uploadId=${id}`, body);
    // The document was parsed completely: the error is that the parts do not exist.
    expect(refused.body.toString()).toContain('<Code>InvalidPart</Code>');
  });
});

describe('What the store does not have', () => {
  test.each([
    ['GET', '/bucket?acl', {}],
    ['PUT', '/bucket/key?tagging', {}],
    ['GET', '/bucket/key?versionId=abc', {}],
    ['PUT', '/bucket?lifecycle', {}],
    ['PUT', '/bucket/key', { 'x-amz-server-side-encryption': 'AES256' }],
    ['POST', '/bucket/key?select', {}],
  ])('%s %s is NotImplemented', async (method, path, headers) => {
    const reply = await s3.call(method, path, 'x', headers);
    expect(reply.status).toBe(501);
    expect(reply.body.toString()).toContain('<Code>NotImplemented</Code>');
  });

  test.each([
    ['POST', '/bucket/key', 405],
    ['PATCH', '/bucket/key', 405],
    ['DELETE', '/', 405],
    ['GET', '/bucket/%zz', 400],
    ['GET', '/bucket/%ff', 400],
    ['GET', '/__proto__', 404],
    ['GET', '/..%2f..%2fetc/passwd', 404],
  ])('%s %s is answered by %i', async (method, path, status) => {
    expect((await s3.call(method, path)).status).toBe(status);
  });
});
