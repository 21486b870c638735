import { createHash } from 'node:crypto';
import { checksumHeader, createChecksum } from '../checksums/checksum.ts';
import { S3Error } from '../s3-error.ts';
import type { Authentication } from '../sigv4/authenticate.ts';
import { createChunkVerifier } from '../sigv4/chunk-verifier.ts';
import type { DataFiles, StagedFile } from '../store/data-files.ts';
import type { ChecksumAlgorithm, StoredChecksum } from '../store/records.ts';
import { decodeAwsChunked } from './aws-chunked.ts';
import { type Expectations, type Headers, readExpectations } from './expectations.ts';

const MAX_BODY_BYTES = 5 * 1024 ** 3;

export interface IncomingPayload {
  readonly headers: Headers;
  readonly body: AsyncIterable<Buffer>;
  /** Undefined for a caller that is trusted without a signature. */
  readonly authentication: Authentication | undefined;
  /** The limit that the signer of the request has set for its body, in bytes. */
  readonly maxBytes?: number | undefined;
}

export interface ReceivedPayload<Result> {
  readonly result: Result;
  readonly md5: Buffer;
  readonly checksum: StoredChecksum | undefined;
}

/** Stores a body. When `consume` throws, and after `discard`, nothing of it may be left. */
export interface PayloadSink<Result> {
  consume(source: AsyncIterable<Buffer>, onChunk: (chunk: Buffer) => void): Promise<Result>;
  discard(result: Result): Promise<void>;
}

/** Writes a body to a temporary file. `uploadAlgorithm` is the checksum that its upload keeps. */
export function receiveFile(
  payload: IncomingPayload,
  files: DataFiles,
  uploadAlgorithm?: ChecksumAlgorithm,
): Promise<ReceivedPayload<StagedFile>> {
  const sink = { consume: files.stage, discard: files.discard };
  return receivePayload(payload, sink, uploadAlgorithm);
}

/** Passes a body on, and verifies length, checksums and signatures in the same pass. */
export async function receivePayload<Result>(
  payload: IncomingPayload,
  sink: PayloadSink<Result>,
  uploadAlgorithm?: ChecksumAlgorithm,
): Promise<ReceivedPayload<Result>> {
  const payloadHash = payloadHashOf(payload);
  const expectations = expect(readExpectations(payload.headers, payloadHash), uploadAlgorithm);
  const maxBytes = Math.min(payload.maxBytes ?? MAX_BODY_BYTES, MAX_BODY_BYTES);
  // If the length is announced, a body that is too large is refused before any of it is read.
  if ((expectations.length ?? 0) > maxBytes) throw new S3Error('EntityTooLarge');
  const trailers = new Map<string, string>();
  const { source, isVerified } = decode(payload, payloadHash, trailers);

  const md5 = createHash('md5');
  const sha256 =
    expectations.sha256 === undefined || !isVerified ? undefined : createHash('sha256');
  const checksum = expectations.checksum && createChecksum(expectations.checksum.algorithm);
  let size = 0;
  const result = await sink.consume(source, (chunk) => {
    size += chunk.length;
    if (size > (expectations.length ?? maxBytes)) throw tooLong(expectations);
    md5.update(chunk);
    sha256?.update(chunk);
    checksum?.update(chunk);
  });
  try {
    if (expectations.length !== undefined && size !== expectations.length) {
      throw new S3Error('IncompleteBody');
    }
    const digest = md5.digest();
    if (expectations.md5 !== undefined && digest.toString('hex') !== expectations.md5) {
      throw new S3Error('BadDigest');
    }
    if (sha256 !== undefined && sha256.digest('hex') !== expectations.sha256) {
      throw new S3Error('XAmzContentSHA256Mismatch');
    }
    const value = checksum?.digest().toString('base64');
    return { result, md5: digest, checksum: verifyChecksum(expectations, trailers, value) };
  } catch (error) {
    await sink.discard(result);
    throw error;
  }
}

function expect(
  expectations: Expectations,
  uploadAlgorithm: ChecksumAlgorithm | undefined,
): Expectations {
  if (uploadAlgorithm === undefined) return expectations;
  const { checksum } = expectations;
  if (checksum === undefined) {
    const own = { algorithm: uploadAlgorithm, value: undefined, isTrailing: false };
    return { ...expectations, checksum: own };
  }
  if (checksum.algorithm === uploadAlgorithm) return expectations;
  throw new S3Error(
    'InvalidRequest',
    `Checksum Type mismatch occurred, expected checksum Type: ${uploadAlgorithm}, actual checksum Type: ${checksum.algorithm}`,
  );
}

function payloadHashOf({ headers, authentication }: IncomingPayload): string {
  return authentication?.payloadHash ?? headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD';
}

function decode(payload: IncomingPayload, payloadHash: string, trailers: Map<string, string>) {
  const { authentication, body } = payload;
  const isVerified = authentication !== undefined;
  switch (payloadHash) {
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': {
      const verifier = isVerified ? createChunkVerifier(authentication) : undefined;
      return { source: decodeAwsChunked(body, { verifier, trailers }), isVerified };
    }
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return { source: decodeAwsChunked(body, { verifier: undefined, trailers }), isVerified };
    default:
      if (payloadHash !== 'UNSIGNED-PAYLOAD' && !/^[0-9a-f]{64}$/.test(payloadHash)) {
        throw new S3Error('InvalidRequest', 'The value of x-amz-content-sha256 is not supported');
      }
      return { source: body, isVerified };
  }
}

function tooLong(expectations: Expectations): S3Error {
  return new S3Error(expectations.length === undefined ? 'EntityTooLarge' : 'IncompleteBody');
}

function verifyChecksum(
  { checksum }: Expectations,
  trailers: ReadonlyMap<string, string>,
  value: string | undefined,
): StoredChecksum | undefined {
  if (checksum === undefined || value === undefined) return undefined;
  const { algorithm, isTrailing } = checksum;
  const expected = isTrailing ? trailers.get(checksumHeader(algorithm)) : checksum.value;
  if (isTrailing && expected === undefined) {
    throw new S3Error(
      'InvalidRequest',
      `The announced trailer ${checksumHeader(algorithm)} is missing`,
    );
  }
  if (expected !== undefined && expected !== value) {
    throw new S3Error(
      'BadDigest',
      `The ${algorithm} you specified did not match the calculated checksum.`,
    );
  }
  return { algorithm, type: 'FULL_OBJECT', value };
}
