import type { ChecksumAlgorithm } from '../store/records.ts';

/** Reflected polynomials and widths of the CRCs that S3 can combine to that of the whole object. */
const CRCS: Partial<Record<ChecksumAlgorithm, { width: bigint; polynomial: bigint }>> = {
  CRC32: { width: 32n, polynomial: 0xedb88320n },
  CRC32C: { width: 32n, polynomial: 0x82f63b78n },
  CRC64NVME: { width: 64n, polynomial: 0x9a6c9329ac4bc9b5n },
};

export interface CrcOfPart {
  readonly digest: Buffer;
  readonly size: number;
}

/** The CRC of the parts one after another, from the CRC of each (as in zlib's crc32_combine). */
export function combineCrcs(
  algorithm: ChecksumAlgorithm,
  parts: readonly CrcOfPart[],
): Buffer | undefined {
  const crc = CRCS[algorithm];
  if (crc === undefined) return undefined;
  // Nearly all parts of an upload have the same size: its shift is worked out once.
  const shifts = new Map<number, bigint>();
  let combined = 0n;
  for (const part of parts) {
    const shift = shifts.get(part.size) ?? powerOfX(BigInt(part.size) * 8n, crc);
    shifts.set(part.size, shift);
    combined = multiply(combined, shift, crc) ^ BigInt(`0x${part.digest.toString('hex')}`);
  }
  const bytes = Number(crc.width) / 8;
  return Buffer.from(combined.toString(16).padStart(bytes * 2, '0'), 'hex');
}

interface Crc {
  readonly width: bigint;
  readonly polynomial: bigint;
}

/** Polynomials over GF(2), reflected: the highest bit is x⁰. */
function multiply(a: bigint, b: bigint, { width, polynomial }: Crc): bigint {
  let product = 0n;
  let power = b;
  for (let bit = 1n << (width - 1n); bit > 0n; bit >>= 1n) {
    if (a & bit) product ^= power;
    power = power & 1n ? (power >> 1n) ^ polynomial : power >> 1n;
  }
  return product;
}

function powerOfX(exponent: bigint, crc: Crc): bigint {
  let result = 1n << (crc.width - 1n);
  let square = 1n << (crc.width - 2n);
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = multiply(result, square, crc);
    square = multiply(square, square, crc);
  }
  return result;
}
