import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChecksum, isChecksumValue } from './checksum.ts';
import { combineCrcs } from './combine-crc.ts';

const ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME'] as const;

function digest(algorithm: (typeof ALGORITHMS)[number], ...pieces: Uint8Array[]): Buffer {
  const checksum = createChecksum(algorithm);
  for (const piece of pieces) checksum.update(Buffer.from(piece));
  return checksum.digest();
}

test.each([
  ['CRC32', 'cbf43926'],
  ['CRC32C', 'e3069283'],
  ['CRC64NVME', 'ae8b14860a799888'],
] as const)('%s of 123456789 is the check value of its catalogue', (algorithm, check) => {
  expect(digest(algorithm, Buffer.from('123456789')).toString('hex')).toBe(check);
});

test.each(ALGORITHMS)('%s does not depend on where the data is cut', (algorithm) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (data, at) => {
      const whole = digest(algorithm, data);
      expect(digest(algorithm, data.subarray(0, at), data.subarray(at))).toEqual(whole);
    }),
  );
});

test.each(ALGORITHMS)('%s of parts combines to that of the whole', (algorithm) => {
  const parts = fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(parts, (pieces) => {
      const known = pieces.map((piece) => ({
        digest: digest(algorithm, piece),
        size: piece.length,
      }));
      expect(combineCrcs(algorithm, known)).toEqual(digest(algorithm, ...pieces));
    }),
  );
});

test('a CRC of gigabytes combines without reading them', () => {
  const zeros = Buffer.alloc(1 << 20);
  let crc = 0;
  for (let at = 0; at < 64; at += 1) crc = crc32(zeros, crc);
  const part = { digest: digest('CRC32', zeros), size: zeros.length };
  const combined = combineCrcs(
    'CRC32',
    Array.from({ length: 64 }, () => part),
  );
  expect(combined?.readUInt32BE()).toBe(crc);
});

test('a checksum’s value is base64 of exactly its bytes', () => {
  expect(isChecksumValue('CRC32', 'y/Q5Jg==')).toBe(true);
  for (const value of ['y/Q5Jg', 'y/Q5', '', 'y/Q5Jg==x', 'AAAAAAAAAAA=']) {
    expect(isChecksumValue('CRC32', value)).toBe(false);
  }
});
