import {
  algorithmOfHeader,
  checksumHeader,
  isChecksumValue,
  parseChecksumAlgorithm,
} from '../checksums/checksum.ts';
import { S3Error } from '../s3-error.ts';
import type { ChecksumAlgorithm } from '../store/records.ts';

export type Headers = Readonly<Record<string, string | undefined>>;

/** Length and checksums that a request's headers announce. */
export interface Expectations {
  readonly length: number | undefined;
  /** Hex. */
  readonly md5: string | undefined;
  /** Hex; undefined for payloads that are not signed as a whole. */
  readonly sha256: string | undefined;
  readonly checksum:
    | {
        readonly algorithm: ChecksumAlgorithm;
        /** Base64; undefined if it comes in a trailer, or not at all. */
        readonly value: string | undefined;
        readonly isTrailing: boolean;
      }
    | undefined;
}

const MAX_BODY_BYTES = 5 * 1024 ** 3;

export function readExpectations(headers: Headers, payloadHash: string): Expectations {
  const isStreaming = payloadHash.startsWith('STREAMING-');
  const decodedLength = headers['x-amz-decoded-content-length'];
  if (isStreaming && decodedLength === undefined) throw new S3Error('MissingContentLength');
  const length = parseLength(isStreaming ? decodedLength : headers['content-length']);
  if (length !== undefined && length > MAX_BODY_BYTES) throw new S3Error('EntityTooLarge');
  return {
    length,
    md5: readContentMd5(headers['content-md5']),
    sha256: /^[0-9a-f]{64}$/.test(payloadHash) ? payloadHash : undefined,
    checksum: readChecksum(headers),
  };
}

function parseLength(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new S3Error('BadRequest', 'The body length is not valid');
  return Number(text);
}

function readContentMd5(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 16) throw new S3Error('InvalidDigest');
  return bytes.toString('hex');
}

function readChecksum(headers: Headers): Expectations['checksum'] {
  const trailer = headers['x-amz-trailer']?.trim().toLowerCase();
  const names = Object.keys(headers).filter((name) => algorithmOfHeader(name) !== undefined);
  if (names.length + (trailer === undefined ? 0 : 1) > 1) {
    throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header or trailer');
  }
  if (trailer !== undefined) {
    const algorithm = algorithmOfHeader(trailer);
    if (algorithm === undefined) {
      throw new S3Error(
        'InvalidRequest',
        'The value specified in the x-amz-trailer header is not supported',
      );
    }
    return { algorithm, value: undefined, isTrailing: true };
  }
  const announced =
    parseChecksumAlgorithm(headers['x-amz-sdk-checksum-algorithm']) ??
    algorithmOfHeader(names[0] ?? '');
  if (announced === undefined) return undefined;
  const value = headers[checksumHeader(announced)];
  if (names.length > 0 && value === undefined) {
    throw new S3Error('InvalidRequest', 'The checksum is not of the announced algorithm');
  }
  if (value !== undefined && !isChecksumValue(announced, value)) {
    throw new S3Error(
      'InvalidRequest',
      `Value for ${checksumHeader(announced)} header is invalid.`,
    );
  }
  return { algorithm: announced, value, isTrailing: false };
}
