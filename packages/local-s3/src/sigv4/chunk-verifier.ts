import { createHash } from 'node:crypto';
import { S3Error } from '../s3-error.ts';
import type { Authentication } from './authenticate.ts';
import { hashHex } from './canonical-request.ts';
import { isSameSignature, sign } from './signing-key.ts';

/** Verifies a body that is signed chunk by chunk; each signature covers the one before. */
export interface ChunkVerifier {
  update(data: Buffer): void;
  endChunk(signature: string): void;
  endTrailer(canonicalTrailer: string, signature: string): void;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html */
export function createChunkVerifier(authentication: Authentication): ChunkVerifier {
  const { signingKey, amzDate, scope } = authentication;
  const emptyHash = hashHex('');
  let previous = authentication.signature;
  let hash = createHash('sha256');

  const verify = (lines: readonly string[], signature: string) => {
    const expected = sign(signingKey, lines.join('\n'));
    if (!isSameSignature(expected, signature)) throw new S3Error('SignatureDoesNotMatch');
    previous = signature;
  };

  return {
    update: (data) => void hash.update(data),
    endChunk(signature) {
      const digest = hash.digest('hex');
      hash = createHash('sha256');
      const lines = ['AWS4-HMAC-SHA256-PAYLOAD', amzDate, scope, previous, emptyHash, digest];
      verify(lines, signature);
    },
    endTrailer(canonicalTrailer, signature) {
      const digest = hashHex(canonicalTrailer);
      verify(['AWS4-HMAC-SHA256-TRAILER', amzDate, scope, previous, digest], signature);
    },
  };
}
