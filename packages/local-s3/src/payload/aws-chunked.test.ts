import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Authentication } from '../sigv4/authenticate.ts';
import { createChunkVerifier } from '../sigv4/chunk-verifier.ts';
import { deriveSigningKey } from '../sigv4/signing-key.ts';
import { decodeAwsChunked } from './aws-chunked.ts';

async function decode(
  pieces: readonly Buffer[],
  verifier?: ReturnType<typeof createChunkVerifier>,
): Promise<{ body: Buffer; trailers: Map<string, string> }> {
  const trailers = new Map<string, string>();
  async function* source() {
    yield* pieces;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of decodeAwsChunked(source(), { verifier, trailers })) chunks.push(chunk);
  return { body: Buffer.concat(chunks), trailers };
}

function frame(chunks: readonly Uint8Array[], trailer = ''): Buffer {
  const pieces = chunks.flatMap((chunk) => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n']);
  return Buffer.concat([...pieces, `0\r\n${trailer}\r\n`].map((piece) => Buffer.from(piece)));
}

test('any chunks come back whole, wherever the network cuts them', async () => {
  const chunk = fc.uint8Array({ minLength: 1, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(chunk, { maxLength: 8 }),
      fc.array(fc.nat(40), { minLength: 1 }),
      async (chunks, cuts) => {
        const whole = frame(chunks, 'x-amz-checksum-crc32:AAAAAA==\r\n');
        const pieces: Buffer[] = [];
        for (let at = 0, turn = 0; at < whole.length; turn += 1) {
          const length = 1 + (cuts[turn % cuts.length] ?? 0);
          pieces.push(whole.subarray(at, at + length));
          at += length;
        }
        const { body, trailers } = await decode(pieces);
        expect(body).toEqual(Buffer.concat(chunks));
        expect([...trailers]).toEqual([['x-amz-checksum-crc32', 'AAAAAA==']]);
      },
    ),
  );
});

test('a body cut anywhere before its last chunk is an error', async () => {
  const whole = frame([Buffer.from('hello'), Buffer.from('world')]);
  for (let length = 0; length <= whole.indexOf('\r\n0'); length += 1) {
    await expect(decode([whole.subarray(0, length)]), `cut at ${length}`).rejects.toThrow();
  }
});

test.each([
  'zz\r\n',
  '-5\r\nhello\r\n',
  '5 hello',
  `${'1'.repeat(9000)}\r\n`,
  '3\r\nhello\r\n0\r\n\r\n',
])('the header or frame %j is refused', async (text) => {
  await expect(decode([Buffer.from(text.slice(0, 9100))])).rejects.toThrow();
});

test('the chunks of AWS’s streaming example are verified, and a changed one is not', async () => {
  const scope = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', date: '20130524', region: 'us-east-1' };
  const authentication: Authentication = {
    payloadHash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    signature: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    signingKey: deriveSigningKey('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', scope),
    amzDate: '20130524T000000Z',
    scope: '20130524/us-east-1/s3/aws4_request',
  };
  const signatures = [
    'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
    '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
    'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
  ];
  const [first = '', second = '', last = ''] = signatures;
  const body = (byte: string) =>
    Buffer.from(
      `10000;chunk-signature=${first}\r\n${byte.repeat(65_536)}\r\n` +
        `400;chunk-signature=${second}\r\n${'a'.repeat(1024)}\r\n0;chunk-signature=${last}\r\n\r\n`,
    );
  const decoded = await decode([body('a')], createChunkVerifier(authentication));
  expect(decoded.body).toHaveLength(66_560);
  await expect(decode([body('b')], createChunkVerifier(authentication))).rejects.toThrow(
    'signature that we calculated does not match',
  );
});
