import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from '../s3-error.ts';
import type { ChecksumAlgorithm, ChecksumType } from '../store/records.ts';
import { crc32c } from './crc32c.ts';
import { createCrc64Nvme } from './crc64-nvme.ts';

export interface RunningChecksum {
  update(data: Buffer): void;
  digest(): Buffer;
}

const DIGEST_BYTES: Readonly<Record<ChecksumAlgorithm, number>> = {
  CRC32: 4,
  CRC32C: 4,
  CRC64NVME: 8,
  SHA1: 20,
  SHA256: 32,
};

const ALGORITHMS: readonly ChecksumAlgorithm[] = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'];

export function createChecksum(algorithm: ChecksumAlgorithm): RunningChecksum {
  switch (algorithm) {
    case 'CRC32':
      return createCrc32((data, crc) => crc32(data, crc));
    case 'CRC32C':
      return createCrc32(crc32c);
    case 'CRC64NVME':
      return createCrc64Nvme();
    case 'SHA1':
    case 'SHA256': {
      const hash = createHash(algorithm.toLowerCase());
      return { update: (data) => void hash.update(data), digest: () => hash.digest() };
    }
  }
}

function createCrc32(step: (data: Buffer, crc: number) => number): RunningChecksum {
  let crc = 0;
  return {
    update(data) {
      crc = step(data, crc);
    },
    digest() {
      const digest = Buffer.alloc(4);
      digest.writeUInt32BE(crc);
      return digest;
    },
  };
}

export function checksumHeader(algorithm: string): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

export function checksumElement(algorithm: string): string {
  return `Checksum${algorithm}`;
}

export function parseChecksumAlgorithm(text: string | undefined): ChecksumAlgorithm | undefined {
  if (text === undefined) return undefined;
  const algorithm = ALGORITHMS.find((each) => each === text.toUpperCase());
  if (algorithm === undefined) {
    throw new S3Error('InvalidRequest', 'Checksum algorithm provided is unsupported');
  }
  return algorithm;
}

export function parseChecksumType(text: string | undefined): ChecksumType | undefined {
  if (text === undefined || text === 'COMPOSITE' || text === 'FULL_OBJECT') return text;
  throw new S3Error('InvalidRequest', 'Checksum type provided is unsupported');
}

/** The algorithm of an `x-amz-checksum-…` header or trailer's name. */
export function algorithmOfHeader(name: string): ChecksumAlgorithm | undefined {
  return ALGORITHMS.find((algorithm) => checksumHeader(algorithm) === name);
}

export function isChecksumValue(algorithm: ChecksumAlgorithm, value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === DIGEST_BYTES[algorithm] && bytes.toString('base64') === value;
}
