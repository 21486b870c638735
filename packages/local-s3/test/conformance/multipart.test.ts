import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { expect, test } from 'vitest';
import { describeTargets, failureOf } from './describe-targets.ts';

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MISSING_UPLOAD = '0000000000000000000000000000000000000000';

describeTargets('Multipart uploads', (suite) => {
  const at = (Key: string) => ({ Bucket: suite.bucket, Key });
  const start = async (Key: string, more = {}) => {
    const reply = await suite.s3.send(new CreateMultipartUploadCommand({ ...at(Key), ...more }));
    return reply.UploadId ?? '';
  };
  const upload = async (
    Key: string,
    UploadId: string,
    PartNumber: number,
    Body: Buffer | string,
  ) => {
    const part = { ...at(Key), UploadId, PartNumber, Body };
    return { PartNumber, ETag: (await suite.s3.send(new UploadPartCommand(part))).ETag };
  };
  const complete = (
    Key: string,
    UploadId: string,
    parts: { PartNumber: number; ETag?: string | undefined }[],
  ) => {
    const Parts = parts as CompletedPart[];
    const input = { ...at(Key), UploadId, MultipartUpload: { Parts } };
    return suite.s3.send(new CompleteMultipartUploadCommand(input));
  };
  const bytesOf = async (Key: string, more = {}) => {
    const { Body } = await suite.s3.send(new GetObjectCommand({ ...at(Key), ...more }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };

  test('parts in any order of arrival become one object with headers and an ETag of all', async () => {
    const UploadId = await start('whole', { ContentType: 'video/mp4', Metadata: { a: 'b' } });
    const bodies = [randomBytes(MIN_PART_BYTES), randomBytes(MIN_PART_BYTES + 1), randomBytes(9)];
    const second = await upload('whole', UploadId, 2, bodies[1] ?? '');
    const third = await upload('whole', UploadId, 7, bodies[2] ?? '');
    const first = await upload('whole', UploadId, 1, bodies[0] ?? '');
    const reply = await complete('whole', UploadId, [first, second, third]);
    const md5 = (data: Buffer) => createHash('md5').update(data).digest();
    const etag = `"${md5(Buffer.concat(bodies.map(md5))).toString('hex')}-3"`;
    expect([reply.Bucket, reply.Key]).toEqual([suite.bucket, 'whole']);
    const head = await suite.s3.send(new HeadObjectCommand(at('whole')));
    expect(head).toMatchObject({ ETag: etag, ContentType: 'video/mp4', Metadata: { a: 'b' } });
    expect((await bytesOf('whole')).equals(Buffer.concat(bodies))).toBe(true);
    const Range = `bytes=${MIN_PART_BYTES - 2}-${2 * MIN_PART_BYTES + 3}`;
    const range = Buffer.concat(bodies).subarray(MIN_PART_BYTES - 2, 2 * MIN_PART_BYTES + 4);
    expect((await bytesOf('whole', { Range })).equals(range)).toBe(true);
  });

  test('a part that is sent again replaces the one before', async () => {
    const UploadId = await start('again');
    await upload('again', UploadId, 1, 'first try');
    const part = await upload('again', UploadId, 1, 'second try');
    await complete('again', UploadId, [part]);
    expect((await bytesOf('again')).toString()).toBe('second try');
  });

  test('nothing is visible before Complete, and the old object stays readable', async () => {
    await suite.s3.send(new PutObjectCommand({ ...at('replaced'), Body: 'old' }));
    const UploadId = await start('replaced');
    const part = await upload('replaced', UploadId, 1, 'new');
    expect((await bytesOf('replaced')).toString()).toBe('old');
    await complete('replaced', UploadId, [part]);
    expect((await bytesOf('replaced')).toString()).toBe('new');
  });

  suite.localOnly('rgw 16 leaves the ETag of its answers empty, or adds it without quotes')(
    'a repeated Complete answers as the first one did',
    async () => {
      const UploadId = await start('repeated');
      const part = await upload('repeated', UploadId, 1, 'body');
      const first = await complete('repeated', UploadId, [part]);
      const second = await complete('repeated', UploadId, [part]);
      expect(first.ETag).toMatch(/^"[0-9a-f]{32}-1"$/);
      expect(second.ETag).toBe(first.ETag);
      expect((await bytesOf('repeated')).toString()).toBe('body');
    },
  );

  suite.localOnly('rgw 16 may answer one of two at a time with an error')(
    'two Completes at a time both succeed',
    async () => {
      const UploadId = await start('twice');
      const part = await upload('twice', UploadId, 1, 'body');
      const replies = await Promise.all([1, 2].map(() => complete('twice', UploadId, [part])));
      expect(replies[0]?.ETag).toBe(replies[1]?.ETag);
    },
  );

  const refusals = async (Key: string, sizes: [number, number]) => {
    const UploadId = await start(Key);
    const one = await upload(Key, UploadId, 1, Buffer.alloc(sizes[0], 1));
    const two = await upload(Key, UploadId, 2, Buffer.alloc(sizes[1], 2));
    const attempts = [
      [one, two],
      [one, { PartNumber: 3, ETag: two.ETag }],
      [{ PartNumber: 1, ETag: two.ETag }],
      [two, one],
    ];
    const codes: string[] = [];
    for (const parts of attempts) {
      codes.push((await failureOf(complete(Key, UploadId, parts))).code);
    }
    return { codes, finish: () => complete(Key, UploadId, [two]) };
  };

  test('a part that is too small or changed is refused, and nothing is made', async () => {
    const { codes } = await refusals('refused', [5, 9]);
    expect([codes[0], codes[2]]).toEqual(['EntityTooSmall', 'InvalidPart']);
    expect((await failureOf(bytesOf('refused'))).code).toBe('NoSuchKey');
  });

  suite.localOnly('rgw 16 looks for small parts before all else, and wants every part')(
    'a part that is missing or out of order is refused, and a part may be left out',
    async () => {
      const { codes, finish } = await refusals('disordered', [5, 9]);
      expect([codes[1], codes[3]]).toEqual(['InvalidPart', 'InvalidPartOrder']);
      await finish();
      expect(await bytesOf('disordered')).toHaveLength(9);
    },
  );

  test('an upload that was aborted takes no part, no Complete and no second Abort', async () => {
    const UploadId = await start('aborted');
    const part = await upload('aborted', UploadId, 1, 'x');
    const abort = () => {
      return suite.s3.send(new AbortMultipartUploadCommand({ ...at('aborted'), UploadId }));
    };
    expect((await abort()).$metadata.httpStatusCode).toBe(204);
    const missing = { code: 'NoSuchUpload', status: 404 };
    expect(await failureOf(upload('aborted', UploadId, 1, 'x'))).toEqual(missing);
    expect((await failureOf(complete('aborted', UploadId, [part]))).status).toBeGreaterThan(400);
    expect(await failureOf(abort())).toEqual(missing);
    expect((await failureOf(bytesOf('aborted'))).code).toBe('NoSuchKey');
  });

  suite.localOnly('rgw 16 answers some calls with InternalError or NoSuchKey')(
    'an upload id that never was is NoSuchUpload for every call',
    async () => {
      const missing = { code: 'NoSuchUpload', status: 404 };
      const input = { ...at('unknown'), UploadId: MISSING_UPLOAD };
      const part = { PartNumber: 1, ETag: '"d41d8cd98f00b204e9800998ecf8427e"' };
      expect(await failureOf(upload('unknown', MISSING_UPLOAD, 1, 'x'))).toEqual(missing);
      expect(await failureOf(complete('unknown', MISSING_UPLOAD, [part]))).toEqual(missing);
      const abort = new AbortMultipartUploadCommand(input);
      expect(await failureOf(suite.s3.send(abort))).toEqual(missing);
      expect(await failureOf(suite.s3.send(new ListPartsCommand(input)))).toEqual(missing);
    },
  );

  suite.localOnly('rgw 16 answers InternalError')(
    'an upload id opens only the key that it was started for',
    async () => {
      const UploadId = await start('mine');
      const part = await upload('mine', UploadId, 1, 'x');
      expect((await failureOf(complete('theirs', UploadId, [part]))).code).toBe('NoSuchUpload');
      const abort = new AbortMultipartUploadCommand({ ...at('theirs'), UploadId });
      expect((await failureOf(suite.s3.send(abort))).code).toBe('NoSuchUpload');
      expect((await complete('mine', UploadId, [part])).ETag).toMatch(/-1"$/);
    },
  );

  suite.localOnly('rgw 16 takes any number')('part numbers are 1 to 10,000', async () => {
    const UploadId = await start('numbers');
    expect((await upload('numbers', UploadId, 10_000, 'x')).ETag).toBeDefined();
    for (const number of [0, 10_001]) {
      const part = upload('numbers', UploadId, number, 'x');
      expect((await failureOf(part)).code).toBe('InvalidArgument');
    }
  });

  test('ListParts pages through the parts in order', async () => {
    const UploadId = await start('parts');
    for (const number of [3, 1, 20]) await upload('parts', UploadId, number, `part ${number}`);
    const first = await suite.s3.send(
      new ListPartsCommand({ ...at('parts'), UploadId, MaxParts: 2 }),
    );
    expect(first.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 6],
      [3, 6],
    ]);
    expect([first.IsTruncated, first.NextPartNumberMarker]).toEqual([true, '3']);
    const next = { ...at('parts'), UploadId, PartNumberMarker: '3' };
    const second = await suite.s3.send(new ListPartsCommand(next));
    expect(second.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([20]);
    expect(second.IsTruncated).toBe(false);
  });

  test('UploadPartCopy takes a range or the whole of an object', async () => {
    const source = randomBytes(MIN_PART_BYTES + 100);
    await suite.s3.send(new PutObjectCommand({ ...at('source ü'), Body: source }));
    const CopySource = `${suite.bucket}/${encodeURIComponent('source ü')}`;
    const UploadId = await start('copied');
    const copy = async (PartNumber: number, CopySourceRange?: string) => {
      const range = CopySourceRange === undefined ? {} : { CopySourceRange };
      const input = { ...at('copied'), UploadId, PartNumber, CopySource, ...range };
      const reply = await suite.s3.send(new UploadPartCopyCommand(input));
      return { PartNumber, ETag: reply.CopyPartResult?.ETag };
    };
    const parts = [await copy(1), await copy(2, 'bytes=10-19')];
    await complete('copied', UploadId, parts);
    const expected = Buffer.concat([source, source.subarray(10, 20)]);
    expect((await bytesOf('copied')).equals(expected)).toBe(true);
    const beyond = failureOf(copy(3, `bytes=0-${source.length}`));
    expect((await beyond).status).toBeGreaterThanOrEqual(400);
  });

  test('a stream of unknown length goes up by lib-storage', async () => {
    const body = randomBytes(2 * MIN_PART_BYTES + 12_345);
    const chunks = Array.from({ length: 200 }, (_, n) =>
      body.subarray(Math.floor((n * body.length) / 200), Math.floor(((n + 1) * body.length) / 200)),
    );
    const params = { ...at('library'), Body: Readable.from(chunks) };
    await new Upload({ client: suite.s3, params, queueSize: 3 }).done();
    expect((await bytesOf('library')).equals(body)).toBe(true);
  });

  suite.localOnly('rgw 16 has no partNumber for reading')('partNumber reads one part', async () => {
    const UploadId = await start('numbered');
    const first = await upload('numbered', UploadId, 1, Buffer.alloc(MIN_PART_BYTES, 1));
    const last = await upload('numbered', UploadId, 5, 'the last');
    await complete('numbered', UploadId, [first, last]);
    expect((await bytesOf('numbered', { PartNumber: 5 })).toString()).toBe('the last');
    const head = await suite.s3.send(new HeadObjectCommand({ ...at('numbered'), PartNumber: 5 }));
    expect([head.PartsCount, head.ContentLength]).toEqual([2, 8]);
    expect((await failureOf(bytesOf('numbered', { PartNumber: 2 }))).status).toBe(416);
  });
});

describeTargets('Listings of uploads', (suite) => {
  test('uploads are listed by key and start, with prefix, delimiter and pages', async () => {
    const bucket = await suite.target.createBucket();
    const keys = ['a', 'b/1', 'b/1', 'b/2', 'c'];
    for (const Key of keys) {
      await suite.s3.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
    }
    const list = (more = {}) =>
      suite.s3.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...more }));
    expect((await list()).Uploads?.map(({ Key }) => Key)).toEqual(keys);
    expect((await list({ Prefix: 'b/' })).Uploads).toHaveLength(3);
    const first = await list({ MaxUploads: 2 });
    expect([first.IsTruncated, first.NextKeyMarker]).toEqual([true, 'b/1']);
    const markers = { KeyMarker: first.NextKeyMarker, UploadIdMarker: first.NextUploadIdMarker };
    const second = await list(markers);
    expect(second.Uploads?.map(({ Key }) => Key)).toEqual(['b/1', 'b/2', 'c']);
    const ids = [...(first.Uploads ?? []), ...(second.Uploads ?? [])].map(
      ({ UploadId }) => UploadId,
    );
    expect(new Set(ids).size).toBe(5);
  });

  suite.localOnly('rgw 16 leaves common prefixes out, and lists what stands at the marker')(
    'uploads below a delimiter are folded, and a key marker skips its key',
    async () => {
      const bucket = await suite.target.createBucket();
      for (const Key of ['a', 'b/1', 'b/2', 'c']) {
        await suite.s3.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
      }
      const input = { Bucket: bucket, Delimiter: '/' };
      const folded = await suite.s3.send(new ListMultipartUploadsCommand(input));
      expect(folded.Uploads?.map(({ Key }) => Key)).toEqual(['a', 'c']);
      expect(folded.CommonPrefixes).toEqual([{ Prefix: 'b/' }]);
      const after = new ListMultipartUploadsCommand({ Bucket: bucket, KeyMarker: 'b/1' });
      const { Uploads } = await suite.s3.send(after);
      expect(Uploads?.map(({ Key }) => Key)).toEqual(['b/2', 'c']);
    },
  );
});
