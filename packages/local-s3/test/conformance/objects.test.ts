import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { describeTargets, failureOf } from './describe-targets.ts';

describeTargets('Objects', (suite) => {
  const put = (Key: string, Body: string | Buffer | Readable = Key, more = {}) =>
    suite.s3.send(new PutObjectCommand({ Bucket: suite.bucket, Key, Body, ...more }));
  const get = (Key: string, more = {}) =>
    suite.s3.send(new GetObjectCommand({ Bucket: suite.bucket, Key, ...more }));
  const head = (Key: string, more = {}) =>
    suite.s3.send(new HeadObjectCommand({ Bucket: suite.bucket, Key, ...more }));
  const text = async (Key: string, more = {}) =>
    (await get(Key, more)).Body?.transformToString() ?? '';

  test('an object is read back with its bytes, its MD5 as ETag and its length', async () => {
    const body = randomBytes(300_000);
    const md5 = createHash('md5').update(body).digest('hex');
    expect((await put('plain', body)).ETag).toBe(`"${md5}"`);
    const reply = await get('plain');
    expect(Buffer.from((await reply.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
    expect([reply.ETag, reply.ContentLength, reply.AcceptRanges]).toEqual([
      `"${md5}"`,
      300_000,
      'bytes',
    ]);
  });

  test('an empty object is an object', async () => {
    await put('empty', '');
    expect(await text('empty')).toBe('');
    expect((await head('empty')).ETag).toBe('"d41d8cd98f00b204e9800998ecf8427e"');
  });

  test('a stream of known length is stored', async () => {
    const parts = Array.from({ length: 50 }, (_, at) => Buffer.alloc(7001, at));
    await put('streamed', Readable.from(parts), { ContentLength: 50 * 7001 });
    expect((await head('streamed')).ContentLength).toBe(50 * 7001);
    const stored = (await (await get('streamed')).Body?.transformToByteArray()) ?? [];
    expect(Buffer.from(stored).equals(Buffer.concat(parts))).toBe(true);
  });

  test('content headers and user metadata come back, and overwriting replaces them all', async () => {
    await put('headers', 'one', {
      CacheControl: 'max-age=5',
      ContentDisposition: 'attachment; filename="a.txt"',
      ContentEncoding: 'gzip',
      ContentLanguage: 'de',
      ContentType: 'text/plain; charset=utf-8',
      Expires: new Date('2030-01-02T03:04:05Z'),
      Metadata: { colour: 'blue', 'two-words': 'b c' },
    });
    const first = await head('headers');
    expect(first).toMatchObject({
      CacheControl: 'max-age=5',
      ContentDisposition: 'attachment; filename="a.txt"',
      ContentEncoding: 'gzip',
      ContentLanguage: 'de',
      ContentType: 'text/plain; charset=utf-8',
      Metadata: { colour: 'blue', 'two-words': 'b c' },
    });
    expect(first.ExpiresString).toBe('Wed, 02 Jan 2030 03:04:05 GMT');
    await put('headers', 'two');
    const second = await head('headers');
    expect([second.CacheControl, second.Metadata, second.ContentLength]).toEqual([
      undefined,
      {},
      3,
    ]);
  });

  test('Last-Modified is that of the write, to the second', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    await put('dated');
    const modified = (await head('dated')).LastModified?.getTime() ?? 0;
    expect(modified).toBeGreaterThanOrEqual(before);
    expect(modified).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('Range %s is answered by 206 with those bytes', async (Range, bytes, ContentRange) => {
    await put('range', '0123456789');
    const reply = await get('range', { Range });
    expect(await reply.Body?.transformToString()).toBe(bytes);
    expect(reply.$metadata.httpStatusCode).toBe(206);
    expect([reply.ContentRange, reply.ContentLength]).toEqual([ContentRange, bytes.length]);
  });

  test.each(['bytes=10-', 'bytes=20-30'])('Range %s of 10 bytes is 416', async (Range) => {
    await put('range', '0123456789');
    expect(await failureOf(get('range', { Range }))).toEqual({
      code: 'InvalidRange',
      status: 416,
    });
  });

  const past = new Date('2001-01-01');
  const future = new Date(Date.now() + 86_400_000);

  test('If-Match lets only the same ETag through', async () => {
    const { ETag } = await put('condition');
    expect(await text('condition', { IfMatch: ETag })).toBe('condition');
    const other = get('condition', { IfMatch: '"0123"' });
    expect(await failureOf(other)).toEqual({ code: 'PreconditionFailed', status: 412 });
  });

  test('If-None-Match of the same ETag is 304, of another the object', async () => {
    const { ETag } = await put('condition');
    expect((await failureOf(get('condition', { IfNoneMatch: ETag }))).status).toBe(304);
    expect((await failureOf(head('condition', { IfNoneMatch: ETag }))).status).toBe(304);
    expect(await text('condition', { IfNoneMatch: '"0123"' })).toBe('condition');
  });

  test('If-Modified-Since and If-Unmodified-Since compare with Last-Modified', async () => {
    await put('condition');
    expect(await text('condition', { IfModifiedSince: past })).toBe('condition');
    const unmodified = get('condition', { IfUnmodifiedSince: past });
    expect((await failureOf(unmodified)).status).toBe(412);
    expect(await text('condition', { IfUnmodifiedSince: future })).toBe('condition');
    const { LastModified } = await head('condition');
    const since = get('condition', { IfModifiedSince: LastModified });
    expect((await failureOf(since)).status).toBe(304);
  });

  test('a true If-Match overrules a false If-Unmodified-Since', async () => {
    const { ETag } = await put('condition');
    const reply = text('condition', { IfMatch: ETag, IfUnmodifiedSince: past });
    expect(await reply).toBe('condition');
  });

  suite.localOnly('rgw 16 lets If-Modified-Since decide although RFC 9110 says to ignore it')(
    'a false If-None-Match overrules If-Modified-Since',
    async () => {
      await put('condition');
      const { LastModified } = await head('condition');
      const more = { IfNoneMatch: '"0123"', IfModifiedSince: LastModified };
      expect(await text('condition', more)).toBe('condition');
    },
  );

  test('response-* parameters replace the headers of the reply', async () => {
    await put('overridden', 'x', { ContentType: 'text/plain' });
    const reply = await get('overridden', {
      ResponseCacheControl: 'no-store',
      ResponseContentDisposition: "attachment; filename*=UTF-8''%E4%BD%A0.txt",
      ResponseContentLanguage: 'zh',
      ResponseContentType: 'text/csv',
    });
    expect(reply).toMatchObject({
      CacheControl: 'no-store',
      ContentDisposition: "attachment; filename*=UTF-8''%E4%BD%A0.txt",
      ContentLanguage: 'zh',
      ContentType: 'text/csv',
    });
  });

  test.each([
    'a/b/c',
    'a/b',
    'a/',
    'a',
    '..',
    '../../etc/passwd',
    'a/../b',
    'a//b',
    './x',
    'x/.',
    'space and + and %20 and %2F',
    'quotes \' " and <xml> & ampersand',
    'question?mark#hash;semicolon,comma=equals:colon@at!$()*[]{}|\\^`~',
    'ünïcode/你好/😀',
    'e\u0301 is not \u00e9',
    `${'long'.repeat(75)}/${'component'.repeat(35)}`,
    'k'.repeat(1024),
    '你'.repeat(341),
  ])('the key %s is stored, read, listed and deleted as it is', async (key) => {
    await put(key, `body of ${key}`);
    expect(await text(key)).toBe(`body of ${key}`);
    const listing = { Bucket: suite.bucket, Prefix: key, EncodingType: 'url' } as const;
    const keysOf = async () => {
      const { Contents = [] } = await suite.s3.send(new ListObjectsV2Command(listing));
      return Contents.map(({ Key = '' }) => decodeURIComponent(Key));
    };
    expect(await keysOf()).toContain(key);
    await suite.s3.send(new DeleteObjectCommand({ Bucket: suite.bucket, Key: key }));
    expect(await keysOf()).not.toContain(key);
    expect((await failureOf(get(key))).code).toBe('NoSuchKey');
  });

  test('a key and a key below it are two objects', async () => {
    await put('node', 'the file');
    await put('node/leaf', 'the leaf');
    await put('node/', 'the folder');
    expect(await Promise.all(['node', 'node/leaf', 'node/'].map((key) => text(key)))).toEqual([
      'the file',
      'the leaf',
      'the folder',
    ]);
  });

  test('a key of more than 1,024 bytes is refused', async () => {
    expect((await failureOf(put('k'.repeat(1025)))).status).toBe(400);
    expect((await failureOf(put('你'.repeat(342)))).status).toBe(400);
  });

  test('deleting what is not there succeeds', async () => {
    const reply = suite.s3.send(new DeleteObjectCommand({ Bucket: suite.bucket, Key: 'never' }));
    expect((await reply).$metadata.httpStatusCode).toBe(204);
  });

  test('DeleteObjects deletes many, names each, and names none when quiet', async () => {
    const keys = ['many/1', 'many/2 & <3>', 'many/ü', 'many/missing'];
    await Promise.all(keys.slice(0, 3).map((key) => put(key)));
    const remove = (Keys: string[], Quiet: boolean) => {
      const Delete = { Objects: Keys.map((Key) => ({ Key })), Quiet };
      return suite.s3.send(new DeleteObjectsCommand({ Bucket: suite.bucket, Delete }));
    };
    const loud = await remove(keys, false);
    expect(loud.Deleted?.map(({ Key }) => Key).sort()).toEqual([...keys].sort());
    expect(loud.Errors ?? []).toEqual([]);
    expect((await failureOf(get('many/ü'))).code).toBe('NoSuchKey');
    await put('many/1');
    expect((await remove(['many/1'], true)).Deleted ?? []).toEqual([]);
    expect((await failureOf(get('many/1'))).code).toBe('NoSuchKey');
    const tooMany = Array.from({ length: 1001 }, (_, at) => `many/${at}`);
    expect((await failureOf(remove(tooMany, true))).status).toBe(400);
  });

  suite.localOnly('rgw 16 has a code of its own, an empty reply, and sends everything')(
    'limits are refused with the codes of S3',
    async () => {
      expect((await failureOf(put('k'.repeat(1025)))).code).toBe('KeyTooLongError');
      const Objects = Array.from({ length: 1001 }, (_, at) => ({ Key: `many/${at}` }));
      const remove = new DeleteObjectsCommand({ Bucket: suite.bucket, Delete: { Objects } });
      expect((await failureOf(suite.s3.send(remove))).code).toBe('MalformedXML');
      await put('range', '0123456789');
      const empty = get('range', { Range: 'bytes=-0' });
      expect(await failureOf(empty)).toEqual({ code: 'InvalidRange', status: 416 });
    },
  );

  suite.localOnly('rgw 16 knows no conditional writes')(
    'If-None-Match: * writes only where nothing is, once among many at a time',
    async () => {
      const writes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, at) => put('once', `writer ${at}`, { IfNoneMatch: '*' })),
      );
      const won = writes.findIndex(({ status }) => status === 'fulfilled');
      expect(writes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await text('once')).toBe(`writer ${won}`);
      const again = put('once', 'late', { IfNoneMatch: '*' });
      expect(await failureOf(again)).toEqual({ code: 'PreconditionFailed', status: 412 });
    },
  );

  suite.localOnly('rgw 16 knows no conditional writes')(
    'If-Match writes only over the version that it names',
    async () => {
      const { ETag } = await put('version', 'one');
      await put('version', 'two', { IfMatch: ETag });
      const stale = put('version', 'three', { IfMatch: ETag });
      expect((await failureOf(stale)).code).toBe('PreconditionFailed');
      const missing = put('version-missing', 'x', { IfMatch: ETag });
      expect(await failureOf(missing)).toEqual({ code: 'NoSuchKey', status: 404 });
      expect(await text('version')).toBe('two');
    },
  );

  test('a missing object is NoSuchKey, a missing bucket NoSuchBucket', async () => {
    expect(await failureOf(get('missing'))).toEqual({ code: 'NoSuchKey', status: 404 });
    expect((await failureOf(head('missing'))).status).toBe(404);
    const elsewhere = suite.s3.send(new GetObjectCommand({ Bucket: 'no-such-bucket', Key: 'x' }));
    expect(await failureOf(elsewhere)).toEqual({ code: 'NoSuchBucket', status: 404 });
  });
});
