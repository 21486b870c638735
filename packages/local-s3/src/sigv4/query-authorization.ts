import { S3Error } from '../s3-error.ts';
import type { Claim, SignedRequest } from './claim.ts';
import { ALGORITHM, parseAmzDate, parseCredential } from './signing-key.ts';

const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_SECONDS = 604_800;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
export function authorizeByQuery(request: SignedRequest, nowMs: number): Claim {
  const parameters = new Map<string, string>();
  for (const [name, value] of request.query) {
    // A parameter given twice is refused: the signer may have meant the value that is not used.
    if (name.startsWith('X-Amz-') && parameters.has(name)) throw malformed(`${name} is repeated`);
    parameters.set(name, value);
  }
  if (parameters.get('X-Amz-Algorithm') !== ALGORITHM) {
    throw malformed(`X-Amz-Algorithm only supports ${ALGORITHM}`);
  }
  const scope = parseCredential(parameters.get('X-Amz-Credential') ?? '');
  const amzDate = parameters.get('X-Amz-Date') ?? '';
  const timeMs = parseAmzDate(amzDate);
  const signedHeaders = parameters.get('X-Amz-SignedHeaders')?.toLowerCase().split(';');
  const signature = parameters.get('X-Amz-Signature');
  if (scope === undefined) throw malformed('X-Amz-Credential is not valid');
  if (timeMs === undefined || !amzDate.startsWith(scope.date)) {
    throw malformed("X-Amz-Date must be in the ISO8601 Long Format, on the credential's day");
  }
  if (signedHeaders === undefined || signature === undefined) {
    throw malformed('X-Amz-SignedHeaders and X-Amz-Signature are required');
  }
  checkLifetime(parameters.get('X-Amz-Expires') ?? '', timeMs, nowMs);

  const headerHash = request.headers['x-amz-content-sha256'];
  const signedHash = signedHeaders.includes('x-amz-content-sha256') ? headerHash : undefined;
  return {
    scope,
    amzDate,
    signedHeaders,
    signature,
    payloadHash: parameters.get('X-Amz-Content-Sha256') ?? signedHash ?? 'UNSIGNED-PAYLOAD',
    query: request.query.filter(([name]) => name !== 'X-Amz-Signature'),
  };
}

function checkLifetime(expires: string, timeMs: number, nowMs: number): void {
  const seconds = /^\d{1,7}$/.test(expires) ? Number(expires) : Number.NaN;
  if (Number.isNaN(seconds)) throw malformed('X-Amz-Expires should be a number');
  if (seconds < 1 || seconds > MAX_EXPIRES_SECONDS) {
    throw malformed(`X-Amz-Expires must be between 1 and ${MAX_EXPIRES_SECONDS} seconds`);
  }
  if (timeMs - nowMs > MAX_SKEW_MS) throw new S3Error('AccessDenied', 'Request is not yet valid');
  const expiresMs = timeMs + seconds * 1000;
  if (nowMs >= expiresMs) {
    throw new S3Error('AccessDenied', 'Request has expired', {
      details: {
        Expires: new Date(expiresMs).toISOString(),
        ServerTime: new Date(nowMs).toISOString(),
      },
    });
  }
}

function malformed(message: string): S3Error {
  return new S3Error('AuthorizationQueryParametersError', message);
}
