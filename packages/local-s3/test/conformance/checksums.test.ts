import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ChecksumAlgorithm,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { beforeAll, expect, test } from 'vitest';
import { describeTargets, failureOf } from './describe-targets.ts';

const OLD = 'rgw 16 is older than these checksums';
/** Checksums of '123456789', from the catalogues of CRCs and NIST's tables. */
const KNOWN = {
  CRC32: 'y/Q5Jg==',
  CRC32C: '4waSgw==',
  CRC64NVME: 'rosUhgp5mIg=',
  SHA1: '98O8HYCOBHMq32eZZczDTKeuNEE=',
  SHA256: 'FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU=',
} as const;

describeTargets('Checksums', (suite) => {
  let modern: S3Client;
  beforeAll(() => {
    modern = suite.target.client({
      requestChecksumCalculation: 'WHEN_SUPPORTED',
      responseChecksumValidation: 'WHEN_SUPPORTED',
    });
  });
  const at = (Key: string) => ({ Bucket: suite.bucket, Key });
  const read = async (Key: string) => {
    const command = new GetObjectCommand({ ...at(Key), ChecksumMode: 'ENABLED' });
    const reply = await suite.s3.send(command);
    return { reply, bytes: Buffer.from((await reply.Body?.transformToByteArray()) ?? []) };
  };

  test('a Content-MD5 that is wrong stores nothing', async () => {
    const put = (Body: string, ContentMD5: string) =>
      suite.s3.send(new PutObjectCommand({ ...at('md5'), Body, ContentMD5 }));
    const md5 = createHash('md5').update('right').digest('base64');
    await put('right', md5);
    expect(await failureOf(put('wrong', md5))).toEqual({ code: 'BadDigest', status: 400 });
    expect((await failureOf(put('right', 'bm9uZQ=='))).code).toBe('InvalidDigest');
    expect((await read('md5')).bytes.toString()).toBe('right');
  });

  for (const [algorithm, known] of Object.entries(KNOWN)) {
    const property = `Checksum${algorithm}`;
    suite.localOnly(OLD)(`${algorithm} is verified, kept and sent back when asked`, async () => {
      const put = (Body: string) =>
        suite.s3.send(new PutObjectCommand({ ...at(algorithm), Body, [property]: known }));
      expect(await put('123456789')).toMatchObject({ [property]: known });
      expect(await failureOf(put('12345678x'))).toEqual({ code: 'BadDigest', status: 400 });
      const { reply, bytes } = await read(algorithm);
      expect(bytes.toString()).toBe('123456789');
      expect(reply).toMatchObject({ [property]: known, ChecksumType: 'FULL_OBJECT' });
      const range = { ...at(algorithm), Range: 'bytes=0-1', ChecksumMode: 'ENABLED' } as const;
      const partial = await suite.s3.send(new GetObjectCommand(range));
      expect(partial).not.toHaveProperty(property, known);
    });

    suite.localOnly(OLD)(`${algorithm} of a stream arrives in its trailer`, async () => {
      const body = randomBytes(200_000);
      const ChecksumAlgorithm = algorithm as ChecksumAlgorithm;
      const command = new PutObjectCommand({
        ...at('trailer'),
        Body: Readable.from([body.subarray(0, 70_001), body.subarray(70_001)]),
        ContentLength: body.length,
        ChecksumAlgorithm,
      });
      expect(await modern.send(command)).toHaveProperty(property, expect.any(String));
      const { reply, bytes } = await read('trailer');
      expect(bytes.equals(body)).toBe(true);
      expect(reply).toHaveProperty(property, expect.any(String));
      expect(reply.ContentEncoding).toBeUndefined();
    });
  }

  suite.localOnly(OLD)(
    'a client with its default checksums writes, reads and verifies',
    async () => {
      const body = randomBytes(12 * 1024 * 1024);
      const params = { ...at('default'), Body: Readable.from([body]) };
      await new Upload({ client: modern, params }).done();
      const { Body } = await modern.send(new GetObjectCommand(at('default')));
      expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
    },
  );

  suite.localOnly(OLD).each([
    ['CRC32', 'FULL_OBJECT'],
    ['CRC32C', 'FULL_OBJECT'],
    ['CRC64NVME', 'FULL_OBJECT'],
    ['CRC32', 'COMPOSITE'],
    ['SHA256', 'COMPOSITE'],
  ] as const)('an upload with %s has a %s checksum of its parts', async (algorithm, type) => {
    const bodies = [randomBytes(5 * 1024 * 1024), randomBytes(5 * 1024 * 1024), randomBytes(33)];
    const chosen = { ChecksumAlgorithm: algorithm, ChecksumType: type };
    const create = new CreateMultipartUploadCommand({ ...at('multi'), ...chosen });
    const { UploadId } = await modern.send(create);
    const Parts = [];
    for (const [index, Body] of bodies.entries()) {
      const PartNumber = index + 1;
      const input = { ...at('multi'), UploadId, PartNumber, Body, ChecksumAlgorithm: algorithm };
      const part = await modern.send(new UploadPartCommand(input));
      const sums = Object.entries(part).filter(([name]) => name === `Checksum${algorithm}`);
      Parts.push({ PartNumber, ETag: part.ETag, ...Object.fromEntries(sums) });
    }
    const input = { ...at('multi'), UploadId, MultipartUpload: { Parts } };
    const completed = await modern.send(new CompleteMultipartUploadCommand(input));
    expect(completed.ChecksumType).toBe(type);
    const { reply } = await read('multi');
    const value = Object.entries(reply).find(([name]) => name === `Checksum${algorithm}`)?.[1];
    expect(completed).toHaveProperty(`Checksum${algorithm}`, value);
    if (type === 'COMPOSITE') {
      expect(value).toMatch(/-3$/);
      return;
    }
    // An upload in one piece has the same checksum.
    const whole = { ...at('whole'), Body: Buffer.concat(bodies), ChecksumAlgorithm: algorithm };
    expect(await modern.send(new PutObjectCommand(whole))).toHaveProperty(
      `Checksum${algorithm}`,
      value,
    );
  });
});
