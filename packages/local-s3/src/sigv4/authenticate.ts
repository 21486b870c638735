import { S3Error } from '../s3-error.ts';
import { createCanonicalRequest, hashHex } from './canonical-request.ts';
import type { Claim, SignedRequest } from './claim.ts';
import { authorizeByHeader } from './header-authorization.ts';
import { authorizeByQuery } from './query-authorization.ts';
import { ALGORITHM, deriveSigningKey, isSameSignature, scopeText, sign } from './signing-key.ts';

/** A verified signature, with what is needed to verify a body that is signed chunk by chunk. */
export interface Authentication {
  readonly payloadHash: string;
  readonly signature: string;
  readonly signingKey: Buffer;
  readonly amzDate: string;
  readonly scope: string;
}

export interface AuthenticationRules {
  readonly credentials: readonly { accessKeyId: string; secretAccessKey: string }[];
  readonly region: string | undefined;
  readonly nowMs: number;
}

/** Headers that clients and proxies may add after signing without changing what the request does. */
const MAY_BE_UNSIGNED = new Set(['x-amz-content-sha256', 'x-amz-date', 'x-amz-user-agent']);

export function authenticate(request: SignedRequest, rules: AuthenticationRules): Authentication {
  const claim = readClaim(request, rules.nowMs);
  const { scope } = claim;
  if (rules.region !== undefined && scope.region !== rules.region) {
    throw new S3Error(
      'AuthorizationHeaderMalformed',
      `The region '${scope.region}' is wrong; expecting '${rules.region}'`,
      { details: { Region: rules.region } },
    );
  }
  const credential = rules.credentials.find((each) => each.accessKeyId === scope.accessKeyId);
  if (credential === undefined) throw new S3Error('InvalidAccessKeyId');
  refuseUnsignedHeaders(request, claim);

  const canonicalRequest = createCanonicalRequest({ ...request, ...claim });
  const scopeLine = scopeText(scope);
  const stringToSign = [ALGORITHM, claim.amzDate, scopeLine, hashHex(canonicalRequest)].join('\n');
  const signingKey = deriveSigningKey(credential.secretAccessKey, scope);
  if (!isSameSignature(sign(signingKey, stringToSign), claim.signature)) {
    throw new S3Error('SignatureDoesNotMatch');
  }
  const { payloadHash, signature, amzDate } = claim;
  return { payloadHash, signature, signingKey, amzDate, scope: scopeLine };
}

function readClaim(request: SignedRequest, nowMs: number): Claim {
  const authorization = request.headers.authorization;
  const isPresigned = request.query.some(([name]) => name === 'X-Amz-Algorithm');
  if (authorization !== undefined && isPresigned) {
    throw new S3Error('InvalidArgument', 'Only one auth mechanism allowed');
  }
  if (authorization !== undefined) return authorizeByHeader(request, authorization, nowMs);
  if (isPresigned) return authorizeByQuery(request, nowMs);
  throw new S3Error('AccessDenied');
}

/** Refuses unsigned headers, which the holder of a presigned URL could add without the signer. */
function refuseUnsignedHeaders(request: SignedRequest, claim: Claim): void {
  const signed = new Set(claim.signedHeaders);
  const unsigned = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !signed.has(name) && !MAY_BE_UNSIGNED.has(name),
  );
  if (!signed.has('host') || unsigned.length > 0) {
    throw new S3Error('AccessDenied', 'There were headers present which were not signed', {
      details: { HeadersNotSigned: unsigned.join(', ') || 'host' },
    });
  }
}
