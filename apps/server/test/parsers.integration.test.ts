import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from './mounted-storage.ts';
import { DATABASES, startServer, type TestServer } from './start-server.ts';
import { uploadFile } from './upload-files.ts';
import { vary } from './vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const ALLOWED_ORIGIN = 'https://app.example.org';

describe('parsers and other sites (SECURITY 8, 9)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer('sqlite', { CORS_ORIGINS: ALLOWED_ORIGIN });
  });
  afterAll(() => server.close());

  const send = async (method: string, path: string, body: string | undefined, headers = {}) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: server.authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const json = { 'content-type': 'application/json' };
  /** Sends a request as bytes that fetch would refuse to send. */
  const sendBytes = async (bytes: string) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(bytes);
    return text(socket);
  };

  it.each([
    ['POST', '/api/admin/login'],
    ['POST', '/api/s3/presign'],
    ['DELETE', '/api/files/batch-delete'],
    ['PUT', '/api/pastes/x'],
    ['POST', '/api/paste/x'],
  ])('does not take JSON in text/plain for JSON: %s %s', async (method, path) => {
    const body = '{"username":"admin","password":"x","content":"x","ids":["x"]}';
    const { status } = await send(method, path, body, { 'content-type': 'text/plain' });
    expect([400, 415]).toContain(status);
  });

  it.each([
    ['POST', '/api/admin/logout', '', 200],
    ['POST', '/api/admin/logout', 'all=1', 200],
    ['POST', '/api/pastes/clear-expired', 'clearExpired=true', 200],
    ['POST', '/api/admin/cache/clear', '', 200],
    ['POST', '/api/admin/cache/clear', 'mountId=x', 415],
    ['POST', '/api/admin/login', 'username=admin', 415],
    ['POST', '/api/nothing', 'a=b', 404],
  ])(
    'takes the form of `curl -d` for no body only where it is none: %s %s %o → %i (CONTRACT A1, F1, F3)',
    async (method, path, body, status) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const authorization = path.endsWith('logout') ? '' : server.authorization;
      const reply = await send(method, path, body, { ...form, authorization });
      expect(reply.status).toBe(status);
    },
  );

  it.each([
    ['POST', '/api/paste', 'text/plain'],
    ['PUT', '/api/upload-direct/packed.txt', 'text/plain'],
    ['POST', '/api/uploads?filename=packed.txt', 'text/plain'],
    ['PUT', '/dav/packed/a.txt', 'text/plain'],
    ['PROPFIND', '/dav/', 'application/xml'],
  ])('refuses a packed body instead of storing it: %s %s', async (method, path, type) => {
    const { authorization } = server;
    const headers = { 'content-type': type, 'content-encoding': 'gzip', authorization };
    const body = gzipSync('hello');
    const reply = await fetch(`${server.url}${path}`, { method, headers, body });
    expect([reply.status, reply.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  });

  it.each([
    ['truncated', '{"content":'],
    ['with __proto__', '{"content":"x","__proto__":{"isAdmin":true}}'],
    ['with a constructor prototype', '{"content":"x","constructor":{"prototype":{"a":1}}}'],
    ['of no braces', 'hello'],
  ])('answers JSON %s with the error envelope', async (_, body) => {
    const reply = await send('POST', '/api/paste', body, json);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toMatchObject({
      success: false,
      code: 400,
      error: 'request.malformed',
      data: null,
      requestId: expect.any(String),
    });
  });

  it.each([
    ['nobody', ''],
    ['a bad credential', 'ApiKey wrong'],
  ])('reads no body of %s: who asks is known before what', async (_, authorization) => {
    const headers = { ...json, authorization };
    const { status } = await send('POST', '/api/paste', '{"content":', headers);
    expect(status).toBe(401);
  });

  it('survives JSON nested 100,000 deep', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const body of [deep, `{"content":"x","remark":${deep}}`]) {
      expect((await send('POST', '/api/paste', body, json)).status).toBe(400);
    }
    expect((await send('GET', '/api/health', undefined)).status).toBe(200);
  });

  it('refuses 11 MiB of editor content, and 2 MiB anywhere else, with 413', async () => {
    const content = 'x'.repeat(11 * 1024 * 1024);
    const paste = await send('POST', '/api/paste', JSON.stringify({ content }), json);
    expect([paste.status, JSON.parse(paste.text).error]).toEqual([
      413,
      'text_shares.content_too_large',
    ]);
    const login = JSON.stringify({ username: 'a', password: 'x'.repeat(2 * 1024 * 1024) });
    const other = await send('POST', '/api/admin/login', login, json);
    expect([other.status, JSON.parse(other.text).error]).toEqual([413, 'request.too_large']);
  });

  it.each(['/api/admin/login', '/api/batch'])(
    'tells its limit to a client that is still sending, and keeps the connection: %s',
    async (path) => {
      const length = 32 * 1024 * 1024;
      const { host, hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      const head = `host: ${host}\r\nauthorization: ${server.authorization}\r\n`;
      const type = `content-type: application/json\r\ncontent-length: ${length}\r\n`;
      socket.write(`POST ${path} HTTP/1.1\r\n${head}${type}\r\n`);
      const [refused] = (await once(socket, 'data')) as [Buffer];
      expect(String(refused)).toMatch(/^HTTP\/1.1 413 /);
      socket.write(Buffer.alloc(length, 'x'));
      socket.write(`GET /api/health HTTP/1.1\r\n${head}connection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /m);
    },
  );

  it('stores no body in a transfer coding that it does not know (RFC 9112 6.1)', async () => {
    const { host } = new URL(server.url);
    const head = `host: ${host}\r\nauthorization: ${server.authorization}\r\n`;
    for (const coding of ['gzip, chunked', 'chunked']) {
      const reply = await sendBytes(
        `POST /api/paste HTTP/1.1\r\n${head}content-type: text/plain\r\ntransfer-encoding: ${coding}\r\n` +
          'connection: close\r\n\r\n4\r\nabcd\r\n0\r\n\r\n',
      );
      expect(reply, coding).toMatch(coding === 'chunked' ? /^HTTP\/1.1 201 / : /^HTTP\/1.1 501 /);
    }
  });

  it.each(['/api/upload', '/api/fs/upload'])(
    'refuses a form of more than 50 fields, before its file and behind it: %s',
    async (path) => {
      const storage = await useStorage(server);
      if ((await server.prisma.mount.count()) === 0) await storage.mount('/m');
      const before = await storage.keys();
      for (const order of ['before', 'behind']) {
        const entries = Array.from({ length: 51 }, (_, at): [string, string | File] => [
          at === 0 ? 'path' : `field-${at}`,
          at === 0 ? '/m' : 'x',
        ]);
        entries.splice(order === 'before' ? 51 : 1, 0, ['file', new File(['x'], 'x.txt')]);
        const form = new FormData();
        for (const [name, value] of entries) form.append(name, value);
        const reply = await fetch(server.url + path, {
          method: 'POST',
          headers: { authorization: server.authorization },
          body: form,
        });
        const { error, message } = (await reply.json()) as Record<string, string>;
        expect([order, reply.status, error]).toEqual([order, 400, 'request.too_many_fields']);
        expect(message).toBe('The form has more than 50 fields');
      }
      expect(await storage.keys()).toEqual(before);
    },
  );

  describe('forms that no browser sends', () => {
    const part = (header: string, content: string) =>
      `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`;
    const file = part('name="file"; filename="x.txt"', 'content');
    const jsonField = (name: string, content: string) =>
      part(`name="${name}"\r\nContent-Type: application/json`, content);
    const postForm = async (body: string, contentType = 'multipart/form-data; boundary=b') => {
      const headers = { authorization: server.authorization, 'content-type': contentType };
      const { status, text } = await send('POST', '/api/upload', body, headers);
      return { status, reply: JSON.parse(text) };
    };

    it.each([
      ['ends in its file', file.slice(0, -4)],
      ['ends behind its file', file],
      ['ends in a field', `${file}${part('name="remark"', 'x')}`],
      ['has no parts', 'nothing'],
      ['has a field by a name of every object', `${part('name="constructor"', 'x')}${file}--b--`],
      ['has such a field behind its file', `${file}${part('name="__proto__"', 'x')}--b--`],
      ['has a field that says it is JSON and is none', `${jsonField('remark', '{')}${file}--b--`],
      ['has a number of too many digits', `${file}${jsonField('password', '9'.repeat(20))}--b--`],
    ])('are refused and leave nothing, where one %s', async (_, body) => {
      const storage = await useStorage(server);
      const before = [await storage.keys(), await server.prisma.fileShare.count()];
      const { status, reply } = await postForm(body);
      expect([status, reply.error]).toEqual([400, 'request.malformed']);
      expect([await storage.keys(), await server.prisma.fileShare.count()]).toEqual(before);
    });

    it('may say that their fields are JSON, as Java does of numbers and truths', async () => {
      await useStorage(server);
      const fields = `${jsonField('max_views', '5')}${jsonField('use_proxy', 'true')}`;
      const late = jsonField('remark', '"said"');
      const { status, reply } = await postForm(`${fields}${file}${late}--b--`);
      expect(status).toBe(201);
      expect(reply.data).toMatchObject({ max_views: 5, use_proxy: 1, remark: 'said' });
    });

    it.each(['multipart/form-data', 'multipart/form-data; boundary='])(
      'are refused without a boundary: %s',
      async (contentType) => {
        const { status, reply } = await postForm(`${file}--b--`, contentType);
        expect([status, reply.error]).toEqual([400, 'request.malformed']);
      },
    );

    it.each(['multipart/mixed; boundary=b', 'application/json'])(
      'are no forms of another type: %s',
      async (contentType) => {
        const { status, reply } = await postForm(`${file}--b--`, contentType);
        expect([status, reply.error]).toEqual([415, 'request.unsupported_type']);
      },
    );
  });

  it('takes an empty JSON body where a call wants none', async () => {
    const nobody = { ...json, authorization: '' };
    const reply = await send('POST', '/api/admin/logout', '', nobody);
    expect(reply.status).toBe(200);
    const get = await send('GET', '/api/pastes', undefined, json);
    expect(get.status).toBe(200);
  });

  it('ignores fields that it does not know (CONTRACT A1)', async () => {
    const { status } = await send('POST', '/api/paste', '{"content":"x","future":1}', json);
    expect(status).toBe(201);
  });

  it('answers headers that are too large with 431 and the envelope', async () => {
    const reply = await sendBytes(
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      success: false,
      code: 431,
      error: 'request.headers_too_large',
    });
  });

  it('answers what is no HTTP with 400', async () => {
    expect(await sendBytes('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(['a b', 'x/y', 'x@y:99999', '['])('answers the host %o with 400', async (host) => {
    const { slug } = await uploadFile(server.api, 'x');
    const reply = await sendBytes(
      `GET /api/public/files/${slug} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['a broken escape', '/api/%zz'],
    ['an escape that is no UTF-8', '/api/paste/%ff'],
    ['a slug of 5000 characters', `/api/paste/${'x'.repeat(5000)}`],
    ['U+0000', '/api/paste/a%00b'],
  ])('answers an address with %s with 4xx and the envelope', async (_, path) => {
    const reply = await send('GET', path, undefined);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(JSON.parse(reply.text)).toMatchObject({ success: false, data: null });
  });

  it.each([
    ['en', 'content: U+0000 is not allowed'],
    ['zh', 'content: 不能包含字符 U+0000'],
  ])('names the field with U+0000, and says so in %s', async (language, sentence) => {
    const headers = { ...json, 'accept-language': language };
    const reply = await send('POST', '/api/paste', JSON.stringify({ content: 'a\0b' }), headers);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text).message).toContain(sentence);
  });

  it('answers unknown addresses and methods with 404 and the envelope', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['PATCH', '/api/pastes'],
      ['POST', '/'],
    ]) {
      const reply = await send(method ?? '', path ?? '', undefined);
      expect([reply.status, JSON.parse(reply.text).error]).toEqual([404, 'request.not_found']);
    }
  });

  it('takes an address with a slash at its end', async () => {
    expect((await send('GET', '/api/health/', undefined)).status).toBe(200);
  });

  describe('other origins', () => {
    const preflight = (origin: string, path = '/api/pastes') =>
      send('OPTIONS', path, undefined, {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      });

    it('are allowed where configured, never with credentials', async () => {
      const { headers } = await preflight(ALLOWED_ORIGIN);
      expect(headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      const reply = await send('GET', '/api/health', undefined, { origin: ALLOWED_ORIGIN });
      expect(reply.headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN);
      expect(reply.headers.get('access-control-expose-headers')).toContain('ETag');
    });

    it.each(['https://evil.example', 'null', 'https://app.example.org.evil.example'])(
      'are refused: %s',
      async (origin) => {
        for (const reply of [
          await preflight(origin),
          await preflight(origin, '/s3/satchel/x'),
          await send('GET', '/api/health', undefined, { origin }),
        ]) {
          expect(reply.headers.get('access-control-allow-origin')).toBeNull();
          expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
        }
      },
    );

    it('may PUT to the embedded store where they may call the API', async () => {
      const { headers } = await preflight(ALLOWED_ORIGIN, '/s3/satchel/x');
      expect(headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN);
    });

    it.each(['GET', 'POST', 'PUT', 'DELETE'])(
      'may %s where they are configured',
      async (method) => {
        const { headers } = await send('OPTIONS', '/api/pastes/x', undefined, {
          origin: ALLOWED_ORIGIN,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        });
        expect(headers.get('access-control-allow-methods')?.split(/, ?/)).toContain(method);
        expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type');
      },
    );

    it('get no cookie from any call', async () => {
      const { headers } = await send('POST', '/api/admin/login', '{}', json);
      expect(headers.get('set-cookie')).toBeNull();
    });
  });

  describe('languages (CONTRACT A1, F0.5)', () => {
    it.each([
      ['zh-CN,zh;q=0.9', '文本分享不存在'],
      ['en', 'This text share does not exist'],
      ['fr, zh', 'This text share does not exist'],
      ['', 'This text share does not exist'],
    ])('answers Accept-Language %o in its language', async (language, sentence) => {
      const reply = await send('GET', '/api/paste/nowhere', undefined, {
        'accept-language': language,
      });
      expect(JSON.parse(reply.text).message).toBe(sentence);
    });

    it('says what is wrong with an input in the caller’s language', async () => {
      const problem = async (language: string, body = '{}') => {
        const headers = { ...json, 'accept-language': language };
        return JSON.parse((await send('POST', '/api/admin/login', body, headers)).text).message;
      };
      expect(await problem('en', '{"username":["secret"]}')).toMatch(/received array$/);
      expect(await problem('zh')).toMatch(/^请求参数无效：username/);
      expect(await problem('en')).toMatch(/^The request is not valid: username/);
    });
  });

  it('answers errors of content routes in plain text, or as JSON where that is asked for (CONTRACT A5)', async () => {
    for (const path of ['/api/raw/no', '/api/file-view/no', '/api/file-download/no']) {
      const plain = await send('GET', path, undefined, { 'accept-language': 'zh' });
      expect(plain.status).toBe(404);
      expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(plain.text).toMatch(/^(文本分享|文件)不存在\n$/);
      const asked = await send('GET', path, undefined, { accept: 'application/json' });
      expect(JSON.parse(asked.text)).toMatchObject({ success: false, code: 404 });
    }
  });

  it('sends security headers with every kind of reply (SECURITY 4)', async () => {
    for (const path of ['/api/health', '/api/nothing', '/']) {
      const { headers } = await send('GET', path, undefined);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('documents every call in OpenAPI 3.1', async () => {
    const reply = await send('GET', '/api/openapi.json', undefined);
    const document = JSON.parse(reply.text);
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/paste/{slug}');
    expect(Object.keys(document.paths['/api/paste/{slug}'])).toEqual(['get', 'post']);
    const { requestBody, responses } = document.paths['/api/paste/{slug}'].post;
    expect(requestBody.content['application/json'].example).toEqual({ password: 'correct horse' });
    expect(responses['200'].content['application/json'].example).toHaveProperty('content');
    const missing = responses['404'].content['application/json'].example;
    expect(missing).toMatchObject({ success: false, error: 'text_shares.not_found' });
    expect((await send('GET', '/api/docs', undefined)).status).toBe(200);
  });
});

describe.each(DATABASE)('texts that a database might not hold on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  it.each([
    '/api/paste/a%00b',
    '/api/raw/a%00b',
    '/api/public/files/%00',
    '/api/file-view/%00',
    '/api/pastes?search=%00',
    '/api/files?search=%00',
    '/api/raw/x?password=%00',
  ])('are refused with 400: %s', async (path) => {
    const response = await fetch(server.url + path, {
      headers: { authorization: server.authorization },
    });
    expect(response.status).toBe(400);
  });

  it('are kept where they are only odd', async () => {
    for (const content of ['\ud800 lone', '\uffff', '%_\\']) {
      const response = await fetch(`${server.url}/api/paste`, {
        method: 'POST',
        headers: { authorization: server.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      });
      expect(response.status).toBe(201);
    }
  });
});
