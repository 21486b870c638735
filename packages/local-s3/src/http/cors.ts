import { S3Error } from '../s3-error.ts';
import type { CorsRule } from '../store/bucket.ts';
import type { S3Request, S3Response } from './s3-message.ts';

const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/** The headers that let the page at `Origin` read this reply; none where no rule allows it. */
export function corsHeaders(
  rules: readonly CorsRule[],
  request: Pick<S3Request, 'method' | 'headers'>,
): Record<string, string> {
  const origin = request.headers.origin;
  if (origin === undefined || rules.length === 0) return {};
  const rule = findRule(rules, origin, request.method, []);
  return rule === undefined ? { vary: VARY } : replyHeaders(rule, origin);
}

export function answerPreflight(
  rules: readonly CorsRule[],
  headers: S3Request['headers'],
): S3Response {
  const origin = headers.origin;
  const method = headers['access-control-request-method'];
  if (origin === undefined || method === undefined) {
    throw new S3Error('BadRequest', 'Insufficient information. Origin request header needed.');
  }
  const requested = splitList(headers['access-control-request-headers']);
  const rule = findRule(rules, origin, method, requested);
  if (rule === undefined) throw new S3Error('AccessForbidden');
  const reply = replyHeaders(rule, origin);
  reply['access-control-allow-methods'] = rule.allowedMethods.join(', ');
  if (requested.length > 0) reply['access-control-allow-headers'] = requested.join(', ');
  if (rule.maxAgeSeconds !== undefined) {
    reply['access-control-max-age'] = String(rule.maxAgeSeconds);
  }
  return { status: 200, headers: { ...reply, 'content-length': '0' } };
}

function findRule(
  rules: readonly CorsRule[],
  origin: string,
  method: string,
  requestedHeaders: readonly string[],
): CorsRule | undefined {
  return rules.find(
    (rule) =>
      rule.allowedOrigins.some((pattern) => matchesPattern(pattern, origin)) &&
      rule.allowedMethods.includes(method) &&
      requestedHeaders.every((header) =>
        rule.allowedHeaders?.some((pattern) => matchesPattern(pattern.toLowerCase(), header)),
      ),
  );
}

/** Never allows credentials, because presigned URLs need none (SECURITY 8). */
function replyHeaders(rule: CorsRule, origin: string): Record<string, string> {
  const headers: Record<string, string> = {
    'access-control-allow-origin': rule.allowedOrigins.includes('*') ? '*' : origin,
    vary: VARY,
  };
  if (rule.exposeHeaders !== undefined && rule.exposeHeaders.length > 0) {
    headers['access-control-expose-headers'] = rule.exposeHeaders.join(', ');
  }
  return headers;
}

/** At most one `*`, which stands for any characters. */
export function matchesPattern(pattern: string, text: string): boolean {
  const at = pattern.indexOf('*');
  if (at < 0) return pattern === text;
  const tail = pattern.slice(at + 1);
  return (
    text.length >= pattern.length - 1 &&
    text.startsWith(pattern.slice(0, at)) &&
    text.endsWith(tail)
  );
}

function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');
}
