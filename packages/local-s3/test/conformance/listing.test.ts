import {
  ListObjectsCommand,
  type ListObjectsCommandInput,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
import { describeTargets, failureOf } from './describe-targets.ts';

const KEYS = [
  'a',
  'a-b',
  'a/b',
  'a/b/c',
  'a/b/d',
  'a/e',
  'ab',
  'b/1',
  'b/2',
  'c',
  'd//e',
  'e f+g%h',
  'z/ü',
  'ü',
  '你',
  '\uffee',
  '😀',
];

describeTargets('Listings', (suite) => {
  beforeAll(async () => {
    const puts = [...KEYS].reverse().map((Key) => {
      return suite.s3.send(new PutObjectCommand({ Bucket: suite.bucket, Key, Body: Key }));
    });
    await Promise.all(puts);
  });

  const list = async (input: Partial<ListObjectsV2CommandInput> = {}) => {
    const reply = await suite.s3.send(new ListObjectsV2Command({ Bucket: suite.bucket, ...input }));
    const keys = (reply.Contents ?? []).map(({ Key }) => Key);
    return { ...reply, keys, prefixes: (reply.CommonPrefixes ?? []).map(({ Prefix }) => Prefix) };
  };
  const listOld = async (input: Partial<ListObjectsCommandInput> = {}) => {
    const reply = await suite.s3.send(new ListObjectsCommand({ Bucket: suite.bucket, ...input }));
    const keys = (reply.Contents ?? []).map(({ Key }) => Key);
    return { ...reply, keys, prefixes: (reply.CommonPrefixes ?? []).map(({ Prefix }) => Prefix) };
  };

  test('keys come in the order of their UTF-8 bytes, emoji behind the last of the BMP', async () => {
    const reply = await list();
    expect(reply.keys).toEqual(KEYS);
    expect([reply.KeyCount, reply.IsTruncated, reply.MaxKeys]).toEqual([KEYS.length, false, 1000]);
  });

  test('each entry has size, ETag, time and class', async () => {
    const { Contents } = await list({ Prefix: 'a/b/c' });
    expect(Contents?.[0]).toMatchObject({ Size: 5, StorageClass: 'STANDARD' });
    expect(Contents?.[0]?.ETag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(Contents?.[0]?.LastModified).toBeInstanceOf(Date);
  });

  test('a prefix is one of characters, not of folders', async () => {
    expect((await list({ Prefix: 'a' })).keys).toEqual(KEYS.slice(0, 7));
    expect((await list({ Prefix: 'a/b' })).keys).toEqual(['a/b', 'a/b/c', 'a/b/d']);
    expect((await list({ Prefix: 'nothing' })).KeyCount).toBe(0);
  });

  test('a delimiter folds what is below it into one prefix', async () => {
    const root = await list({ Delimiter: '/' });
    expect(root.prefixes).toEqual(['a/', 'b/', 'd/', 'z/']);
    expect(root.keys).toEqual(['a', 'a-b', 'ab', 'c', 'e f+g%h', 'ü', '你', '\uffee', '😀']);
    expect(root.KeyCount).toBe(13);
    const below = await list({ Delimiter: '/', Prefix: 'a/' });
    expect([below.keys, below.prefixes]).toEqual([['a/b', 'a/e'], ['a/b/']]);
    const empty = await list({ Delimiter: '/', Prefix: 'd/' });
    expect([empty.keys, empty.prefixes]).toEqual([[], ['d//']]);
  });

  test('a delimiter may be any text', async () => {
    const reply = await list({ Delimiter: 'b/', Prefix: 'a' });
    expect([reply.keys, reply.prefixes]).toEqual([['a', 'a-b', 'a/b', 'a/e', 'ab'], ['a/b/']]);
  });

  test.each([1, 2, 3, 5])(
    'pages of %i hold every key and prefix once, in order',
    async (MaxKeys) => {
      for (const Delimiter of [undefined, '/']) {
        const options = Delimiter === undefined ? {} : { Delimiter };
        const whole = await list(options);
        const keys: unknown[] = [];
        const prefixes: unknown[] = [];
        let token: string | undefined;
        do {
          const next = token === undefined ? {} : { ContinuationToken: token };
          const page = await list({ ...options, ...next, MaxKeys });
          expect(page.KeyCount).toBeLessThanOrEqual(MaxKeys);
          expect(page.IsTruncated).toBe(page.NextContinuationToken !== undefined);
          keys.push(...page.keys);
          prefixes.push(...page.prefixes);
          token = page.NextContinuationToken;
        } while (token !== undefined);
        expect([keys, prefixes]).toEqual([whole.keys, whole.prefixes]);
      }
    },
  );

  test('start-after begins behind a key, whether it exists or not', async () => {
    expect((await list({ StartAfter: 'b/1', MaxKeys: 2 })).keys).toEqual(['b/2', 'c']);
    expect((await list({ StartAfter: 'b/11', MaxKeys: 2 })).keys).toEqual(['b/2', 'c']);
    expect((await list({ StartAfter: 'a/b', Prefix: 'a/', MaxKeys: 2 })).keys).toEqual([
      'a/b/c',
      'a/b/d',
    ]);
    expect((await list({ StartAfter: '😀' })).KeyCount).toBe(0);
  });

  test('encoding-type=url writes keys with percents', async () => {
    const reply = await list({ EncodingType: 'url', Prefix: 'e f' });
    expect([reply.keys, reply.EncodingType]).toEqual([['e%20f%2Bg%25h'], 'url']);
    const unicode = await list({ EncodingType: 'url', Prefix: 'ü' });
    expect(unicode.keys).toEqual(['%C3%BC']);
  });

  suite.localOnly('rgw 16 encodes keys only')(
    'encoding-type=url writes prefix, delimiter and start with percents as well',
    async () => {
      const encoded = {
        EncodingType: 'url',
        Prefix: 'e f',
        Delimiter: '+',
        StartAfter: 'e ',
      } as const;
      const reply = await list(encoded);
      expect([reply.Prefix, reply.Delimiter, reply.StartAfter]).toEqual(['e%20f', '%2B', 'e%20']);
      expect(reply.prefixes).toEqual(['e%20f%2B']);
    },
  );

  test('max-keys of 0 lists nothing and is not truncated', async () => {
    const reply = await list({ MaxKeys: 0 });
    expect([reply.keys, reply.IsTruncated]).toEqual([[], false]);
  });

  suite.localOnly('rgw 16 takes it for 1,000')('a negative max-keys is refused', async () => {
    expect((await failureOf(list({ MaxKeys: -1 }))).code).toBe('InvalidArgument');
  });

  suite.localOnly('rgw 16 takes any text for a token')(
    'a token that is none is refused',
    async () => {
      const reply = list({ ContinuationToken: 'not*a*token' });
      expect(await failureOf(reply)).toEqual({ code: 'InvalidArgument', status: 400 });
    },
  );

  test('the first version pages by marker', async () => {
    const first = await listOld({ MaxKeys: 3, Delimiter: '/' });
    expect([first.keys, first.prefixes, first.NextMarker]).toEqual([['a', 'a-b'], ['a/'], 'a/']);
    const second = await listOld({ MaxKeys: 3, Delimiter: '/', Marker: 'a/' });
    expect([second.keys, second.prefixes]).toEqual([['ab', 'c'], ['b/']]);
    const third = await listOld({ Marker: 'e f+g%h' });
    expect(third.keys).toEqual(KEYS.slice(12));
    expect([third.Marker, third.IsTruncated]).toEqual(['e f+g%h', false]);
  });

  test('owners are listed by the first version, and by the second when asked', async () => {
    expect((await listOld()).Contents?.[0]?.Owner?.ID).toEqual(expect.any(String));
    expect((await list()).Contents?.[0]?.Owner).toBeUndefined();
    expect((await list({ FetchOwner: true })).Contents?.[0]?.Owner?.ID).toEqual(expect.any(String));
  });
});
