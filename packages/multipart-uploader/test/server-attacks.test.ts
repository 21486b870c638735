import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createUploadServer,
  type UploadServer,
  type UploadServerOptions,
} from '../src/server/upload-server.ts';
import {
  ACTIONS,
  begin,
  bytesOf,
  call,
  createServerScene,
  PART_SIZE,
  put,
  SECRET,
  type ServerScene,
} from './server-scene.ts';
import { type RunningStore, stores } from './start-store.ts';

const unknownUpload = { status: 404, body: expect.objectContaining({ code: 'NoSuchUpload' }) };
const refused = (status: number, code: string) => ({
  status,
  body: { code, message: expect.any(String) },
});
const OF_AN_UPLOAD = ACTIONS.filter((action) => action !== 'begin');

let store: RunningStore;
let scene: ServerScene;
let server: UploadServer;
beforeAll(async () => {
  if (!stores[0]) throw new Error('there is no store');
  store = await stores[0].start();
  scene = await createServerScene(store);
  server = scene.createServer();
});
afterAll(() => store.stop());

/** Body of a call with all fields that an honest page sends. */
function bodyFor(uploadId: unknown): Record<string, unknown> {
  return { uploadId, partNumbers: [1], parts: [{ partNumber: 1, etag: '"1"' }] };
}

const described = (file: Record<string, unknown>) => ({
  file: { name: 'a.bin', size: 1, type: 'image/png', lastModified: 1, ...file },
});

describe('a server of uploads', () => {
  it('does not come to be without authorize, nor with a secret that can be guessed', () => {
    const { storage } = scene;
    const authorize = () => null;
    // @ts-expect-error: it is needed
    const withoutAuthorize: UploadServerOptions = { storage, secret: SECRET };
    expect(() => createUploadServer(withoutAuthorize)).toThrow(
      new TypeError('authorize is needed'),
    );
    expect(() => createUploadServer({ storage, authorize, secret: 'short' })).toThrow(TypeError);
    // @ts-expect-error: it is needed
    const withoutSecret: UploadServerOptions = { storage, authorize };
    expect(() => createUploadServer(withoutSecret)).toThrow(TypeError);
  });

  it.each(ACTIONS)(
    'refuses %s to whom authorize refuses it, and changes nothing',
    async (action) => {
      const { uploadId } = await begin(server, PART_SIZE + 1);
      const before = await scene.listEverything();
      const body = { ...bodyFor(uploadId), ...described({}) };
      expect(await call(server, action, body, null)).toEqual(refused(403, 'forbidden'));
      expect(await scene.listEverything()).toEqual(before);
    },
  );

  it.each(ACTIONS)('asks authorize about %s', async (action) => {
    const { uploadId } = await begin(server, PART_SIZE + 1);
    const authorize = vi.fn(() => ({ owner: 'anna' }));
    const body = { ...bodyFor(uploadId), ...described({}), metadata: { album: 7 } };
    await call(scene.createServer({ authorize }), action, body);
    const isBegin = action === 'begin';
    expect(authorize.mock.calls).toEqual([
      [
        {
          ...{ action, request: expect.any(Request), metadata: isBegin ? { album: 7 } : undefined },
          file: isBegin ? described({}).file : null,
        },
      ],
    ]);
  });

  it.each(['', undefined, null, 7])('takes no owner %j, which many could share', async (owner) => {
    const onError = vi.fn();
    const careless = scene.createServer({
      onError,
      authorize: () => ({ owner: owner as string }),
    });
    expect(await call(careless, 'begin', described({}))).toEqual(refused(500, 'failed'));
    expect(onError).toHaveBeenCalledWith(expect.any(TypeError), expect.any(Request));
  });

  it('answers 500 where authorize fails, instead of letting the call pass', async () => {
    const onError = vi.fn();
    const authorize = () => Promise.reject(Object.assign(new Error('sessions'), { status: 404 }));
    const broken = scene.createServer({ onError, authorize });
    const { uploadId } = await begin(server, 1);
    expect(await call(broken, 'abort', { uploadId })).toEqual(refused(500, 'failed'));
    expect(onError).toHaveBeenCalledTimes(1);
  });
});

describe('an upload', () => {
  it.each(OF_AN_UPLOAD)('of somebody else is unknown to %s, and stays', async (action) => {
    const { uploadId, key, signed } = await begin(server, PART_SIZE + 1);
    await put(signed?.urls[0], bytesOf(PART_SIZE));
    expect(await call(server, action, bodyFor(uploadId), 'mallory')).toEqual(unknownUpload);
    expect((await scene.listEverything()).uploads).toContain(key);
    expect((await call(server, 'list', { uploadId })).body).toHaveLength(1);
  });

  it.each(OF_AN_UPLOAD)(
    'whose identity has been tampered with is unknown to %s',
    async (action) => {
      const { uploadId } = await begin(server, PART_SIZE + 1);
      const [payload = '', signature = ''] = uploadId.split('.');
      const identity = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const forged = [
        `${encode({ ...identity, key: 'of-bob' })}.${signature}`,
        `${encode({ ...identity, expiresAtMs: Infinity })}.${signature}`,
        `${payload}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
        ...[
          `${payload}.`,
          payload,
          `.${signature}`,
          '',
          '.',
          '%%%.%%%',
          7,
          null,
          undefined,
          [uploadId],
        ],
      ];
      for (const each of forged) {
        expect(await call(server, action, bodyFor(each)), String(each)).toEqual(unknownUpload);
      }
    },
  );

  it('that a server with another secret has begun is unknown', async () => {
    const other = scene.createServer({ secret: `${SECRET}, but another one` });
    const { uploadId } = await begin(other, 1);
    expect(await call(server, 'sign', bodyFor(uploadId))).toEqual(unknownUpload);
    expect((await call(other, 'sign', bodyFor(uploadId))).status).toBe(200);
  });

  it.each(OF_AN_UPLOAD)(
    'is unknown to %s from the moment when its time is over',
    async (action) => {
      let nowMs = Date.now();
      const timed = scene.createServer({ now: () => nowMs, uploadLifetimeMs: 1000 });
      const { uploadId } = await begin(timed, PART_SIZE + 1);
      nowMs += 999;
      expect((await call(timed, 'list', { uploadId })).status).toBe(200);
      nowMs += 1;
      expect(await call(timed, action, bodyFor(uploadId))).toEqual(unknownUpload);
    },
  );

  it('is not begun under a key that leads elsewhere', async () => {
    const naive = scene.createServer({ chooseKey: ({ file }) => `uploads/anna/${file.name}` });
    const before = await scene.listEverything();
    const names = [
      '../bob/a',
      '..',
      '.',
      '',
      'a/../../b',
      'a//b',
      'a/',
      '..\\bob',
      'a\u0000',
      'a\n',
    ];
    for (const name of [...names, 'ä'.repeat(600)]) {
      const answer = await call(naive, 'begin', described({ name }));
      expect(answer, JSON.stringify(name)).toEqual(refused(400, 'invalid_key'));
    }
    expect(await scene.listEverything()).toEqual(before);
    expect(await begin(naive, 1, { name: '..a b…c' })).toMatchObject({
      key: 'uploads/anna/..a b…c',
    });
  });

  it('is not begun of a file that is too large, or described as no file can be', async () => {
    const small = scene.createServer({ maxFileSizeBytes: 10 });
    expect((await call(small, 'begin', described({ size: 10 }))).status).toBe(200);
    expect(await call(small, 'begin', described({ size: 11 }))).toEqual(
      refused(413, 'file_too_large'),
    );
    const wrong = [
      ...[{ size: -1 }, { size: 0.5 }, { size: '1' }, { size: null }, { size: 2 ** 53 }],
      ...[{ name: 7 }, { name: 'a'.repeat(1025) }, { lastModified: -1 }, { type: 'a'.repeat(256) }],
      ...[{ type: null }, { type: 'image/png\r\nx-amz-acl: public-read' }, { type: 'ä' }],
    ];
    for (const file of wrong) {
      const answer = await call(small, 'begin', described(file));
      expect(answer, JSON.stringify(file)).toEqual(refused(400, 'malformed'));
    }
  });

  it('is not begun of a file whose type is not taken', async () => {
    const pictures = scene.createServer({ allowedTypes: ['image/*', 'application/PDF'] });
    for (const type of ['image/png', 'IMAGE/GIF', 'application/pdf', 'application/pdf; a=b']) {
      expect((await call(pictures, 'begin', described({ type }))).status, type).toBe(200);
    }
    for (const type of [
      '',
      'text/html',
      'imagery/png',
      'application/pdfx',
      'text/html;image/png',
    ]) {
      const answer = await call(pictures, 'begin', described({ type }));
      expect(answer, type).toEqual(refused(415, 'type_not_allowed'));
    }
  });
});

describe('the store', () => {
  it.each([PART_SIZE - 1, PART_SIZE + 1])('takes no part of %i bytes', async (size) => {
    const { signed } = await begin(server, 2 * PART_SIZE);
    expect((await put(signed?.urls[0], bytesOf(size))).status).toBe(403);
    expect((await put(signed?.urls[0], bytesOf(PART_SIZE))).status).toBe(200);
  });

  it('takes no file of another size or type by one PUT', async () => {
    const { signed, key } = await begin(server, 5, { type: 'image/png' });
    const [url] = signed?.urls ?? [];
    expect((await put(url, bytesOf(6))).status).toBe(403);
    const html = { url: url?.url ?? '', headers: { 'content-type': 'text/html' } };
    expect((await put(html, bytesOf(5))).status).toBe(403);
    expect((await scene.listEverything()).objects).not.toContain(key);
    expect((await put(url, bytesOf(5))).status).toBe(200);
  });

  it('takes no part under another number or key than its URL was signed for', async () => {
    const { signed, key } = await begin(server, 2 * PART_SIZE);
    const url = signed?.urls[0]?.url ?? '';
    const asSecond = url.replace('partNumber=1', 'partNumber=2');
    const elsewhere = url.replace(key, 'of-bob');
    for (const forged of [asSecond, elsewhere]) {
      expect(forged).not.toBe(url);
      expect((await put({ url: forged }, bytesOf(PART_SIZE))).status).toBe(403);
    }
  });
});

describe('complete', () => {
  /** Creates a server whose URLs do not fix the size of the content. */
  function createLaxServer(): UploadServer {
    const { storage } = scene;
    return scene.createServer({
      storage: {
        ...storage,
        signPart: ({ sizeBytes: _any, ...part }) =>
          storage.signPart({ ...part, sizeBytes: undefined as unknown as number }),
        signObject: ({ sizeBytes: _any, ...object }) =>
          storage.signObject?.({ ...object, sizeBytes: undefined as unknown as number }) ??
          Promise.reject(new Error('signObject is missing')),
      },
    });
  }

  it('refuses parts of another size where the store has let them in', async () => {
    const lax = createLaxServer();
    const { uploadId, signed } = await begin(lax, PART_SIZE + 1);
    const [first, second] = signed?.urls ?? [];
    const one = await put(first, bytesOf(PART_SIZE));
    const two = await put(second, bytesOf(1000));
    const parts = [
      { partNumber: 1, etag: one.etag },
      { partNumber: 2, etag: two.etag },
    ];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await call(lax, 'complete', { uploadId, parts })).toEqual(refused(400, 'parts_differ'));
  });

  it('refuses a single file of another size, and abort removes it', async () => {
    const lax = createLaxServer();
    const { uploadId, key, signed } = await begin(lax, 5);
    const { status, etag } = await put(signed?.urls[0], bytesOf(1000));
    expect(status).toBe(200);
    const parts = [{ partNumber: 1, etag }];
    expect(await call(lax, 'complete', { uploadId, parts })).toEqual(refused(400, 'parts_differ'));
    expect((await call(lax, 'abort', { uploadId })).status).toBe(200);
    expect((await scene.listEverything()).objects).not.toContain(key);
  });

  it('refuses a single file that has not been sent', async () => {
    const { uploadId } = await begin(server, 5);
    const answer = await call(server, 'complete', bodyFor(uploadId));
    expect(answer).toEqual(refused(400, 'parts_differ'));
  });

  it('takes neither fewer parts than agreed on, nor ETags of other parts', async () => {
    const { uploadId, key, signed } = await begin(server, PART_SIZE + 1);
    const { etag } = await put(signed?.urls[0], bytesOf(PART_SIZE));
    const first = { partNumber: 1, etag };
    const attempts = [[], [first], [first, first], [first, { partNumber: 2, etag }]];
    for (const parts of attempts) {
      const answer = await call(server, 'complete', { uploadId, parts });
      expect(answer.status, JSON.stringify(parts)).toBe(400);
    }
    await put(signed?.urls[1], bytesOf(1));
    const foreign = [first, { partNumber: 2, etag: '"of another upload"' }];
    expect(await call(server, 'complete', { uploadId, parts: foreign })).toEqual(
      refused(400, 'parts_differ'),
    );
    expect((await scene.listEverything()).uploads).toContain(key);
  });

  it.each([[0], [3], [1.5], ['1'], [null], [1, 1], [], 'all', undefined])(
    'takes only numbers of the plan, as sign does: not %j',
    async (...numbers) => {
      const { uploadId } = await begin(server, PART_SIZE + 1);
      const signing = await call(server, 'sign', { uploadId, partNumbers: numbers });
      expect(signing).toEqual(refused(400, 'malformed'));
      const parts = numbers.map((partNumber) => ({ partNumber, etag: '"1"' }));
      expect(await call(server, 'complete', { uploadId, parts })).toEqual(
        refused(400, 'malformed'),
      );
    },
  );

  it('does not take an older object under the same key for its own', async () => {
    let nowMs = Date.now();
    const onComplete = vi.fn();
    const sameKey = scene.createServer({ chooseKey: () => 'same', now: () => nowMs, onComplete });
    const { signed } = await begin(sameKey, 5);
    await put(signed?.urls[0], bytesOf(5));
    nowMs += 3_600_000;
    const { uploadId } = await begin(sameKey, 5);
    expect(await call(sameKey, 'status', { uploadId })).toEqual({ status: 200, body: null });
    expect(onComplete).not.toHaveBeenCalled();
    await call(sameKey, 'abort', { uploadId });
    expect((await scene.listEverything()).objects).toContain('same');
  });
});

describe('a request', () => {
  const url = 'https://app.test/uploads/begin';
  const json = { 'content-type': 'application/json', 'x-user': 'anna' };
  const send = async (address: string, init: RequestInit) => {
    const response = await server.handle(new Request(address, init));
    return { status: response.status, body: await response.json() };
  };

  it('that is no POST of JSON is refused, so that no form of another site can make it', async () => {
    expect(await send(url, { headers: json })).toEqual(refused(405, 'method_not_allowed'));
    const body = JSON.stringify(described({}));
    const form = 'application/x-www-form-urlencoded';
    for (const type of ['text/plain', form, 'multipart/form-data', 'text/plain;application/json']) {
      const headers = { ...json, 'content-type': type };
      const answer = await send(url, { method: 'POST', headers, body });
      expect(answer, type).toEqual(refused(415, 'json_expected'));
    }
  });

  it('whose body is no object, or far too large, is refused', async () => {
    for (const body of ['', '{', '[]', 'null', '7', '"begin"']) {
      const answer = await send(url, { method: 'POST', headers: json, body });
      expect(answer, body).toEqual(refused(400, 'malformed'));
    }
    const body = JSON.stringify({ ...described({}), metadata: 'x'.repeat(2 * 1024 * 1024) });
    const answer = await send(url, { method: 'POST', headers: json, body });
    expect(answer).toEqual(refused(413, 'body_too_large'));
  });

  it.each(['', 'beginning', 'constructor', '__proto__', 'handle', 'begin/'])(
    'for the call "%s" finds none',
    async (action) => {
      const init = { method: 'POST', headers: json, body: JSON.stringify(described({})) };
      const answer = await send(`https://app.test/uploads/${action}`, init);
      expect(answer).toEqual(refused(404, 'no_such_call'));
    },
  );

  it('is answered with something that no cache keeps', async () => {
    const init = { method: 'POST', headers: json, body: JSON.stringify(described({})) };
    const response = await server.handle(new Request(url, init));
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
