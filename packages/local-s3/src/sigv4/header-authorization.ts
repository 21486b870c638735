import { S3Error } from '../s3-error.ts';
import type { Claim, SignedRequest } from './claim.ts';
import { ALGORITHM, parseAmzDate, parseCredential } from './signing-key.ts';

const MAX_SKEW_MS = 15 * 60_000;

export function authorizeByHeader(
  request: SignedRequest,
  authorization: string,
  nowMs: number,
): Claim {
  if (!authorization.startsWith(`${ALGORITHM} `)) {
    throw new S3Error('InvalidRequest', 'Only AWS4-HMAC-SHA256 is supported');
  }
  const fields = new Map<string, string>();
  for (const field of authorization.slice(ALGORITHM.length).split(',')) {
    const at = field.indexOf('=');
    fields.set(field.slice(0, at).trim(), field.slice(at + 1).trim());
  }
  const scope = parseCredential(fields.get('Credential') ?? '');
  const signedHeaders = fields.get('SignedHeaders')?.toLowerCase().split(';');
  const signature = fields.get('Signature');
  if (scope === undefined || signedHeaders === undefined || signature === undefined) {
    throw new S3Error('AuthorizationHeaderMalformed');
  }
  const amzDate = readDate(request.headers);
  const timeMs = parseAmzDate(amzDate);
  if (timeMs === undefined) throw new S3Error('AccessDenied', 'A valid x-amz-date is required');
  if (!amzDate.startsWith(scope.date)) {
    throw new S3Error(
      'AuthorizationHeaderMalformed',
      'The credential date is not that of x-amz-date',
    );
  }
  if (Math.abs(nowMs - timeMs) > MAX_SKEW_MS) {
    throw new S3Error('RequestTimeTooSkewed', undefined, {
      details: { RequestTime: amzDate, ServerTime: new Date(nowMs).toISOString() },
    });
  }
  const payloadHash = request.headers['x-amz-content-sha256'];
  if (payloadHash === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header: x-amz-content-sha256');
  }
  return { scope, amzDate, signedHeaders, signature, payloadHash, query: request.query };
}

/** The signed time: `x-amz-date`, which clients send that cannot set `Date`, else `Date`. */
function readDate(headers: SignedRequest['headers']): string {
  const amzDate = headers['x-amz-date'];
  if (amzDate !== undefined) return amzDate;
  const time = Date.parse(headers.date ?? '');
  if (Number.isNaN(time)) return '';
  return new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
}
