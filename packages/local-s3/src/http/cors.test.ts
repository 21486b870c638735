import { expect, test } from 'vitest';
import type { CorsRule } from '../store/bucket.ts';
import { answerPreflight, corsHeaders, matchesPattern } from './cors.ts';

const ORIGIN = 'https://app.example.com';
const RULES: readonly CorsRule[] = [
  { allowedOrigins: [ORIGIN], allowedMethods: ['PUT'], allowedHeaders: ['content-type'] },
  { allowedOrigins: ['*'], allowedMethods: ['GET'], exposeHeaders: ['ETag'] },
];

const preflight = (origin: string, method: string, headers = '') =>
  answerPreflight(RULES, {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': headers,
  });

test.each([
  ['*', 'https://a.b', true],
  ['https://*.example.com', 'https://a.example.com', true],
  ['https://*.example.com', 'https://example.com', false],
  ['https://*.example.com', 'https://a.example.com.evil.org', false],
  ['http://*', 'https://a', false],
  ['ab*ba', 'aba', false],
  ['https://a', 'https://a', true],
  ['https://a', 'https://ab', false],
])('pattern %s and %s: %s', (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected);
});

test('the first rule that allows origin, method and headers answers', () => {
  expect(preflight(ORIGIN, 'PUT', 'Content-Type').headers).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-headers': 'content-type',
  });
  expect(preflight('https://any.org', 'GET').headers['access-control-allow-origin']).toBe('*');
});

test.each([
  ['another origin', 'https://evil.org', 'PUT', ''],
  ['another method', ORIGIN, 'DELETE', ''],
  ['another header', ORIGIN, 'PUT', 'x-evil'],
])('%s is refused', (_, origin, method, headers) => {
  expect(() => preflight(origin, method, headers)).toThrow(
    expect.objectContaining({ code: 'AccessForbidden' }),
  );
});

test('credentials are never allowed, not even to an origin that is named (SECURITY 8)', () => {
  const reply = corsHeaders(RULES, { method: 'PUT', headers: { origin: ORIGIN } });
  expect(reply).toEqual({
    'access-control-allow-origin': ORIGIN,
    vary: expect.stringContaining('Origin'),
  });
  expect(preflight(ORIGIN, 'PUT').headers).not.toHaveProperty('access-control-allow-credentials');
});

test('a reply that no rule covers says only that it depends on the origin', () => {
  const reply = corsHeaders(RULES, { method: 'DELETE', headers: { origin: ORIGIN } });
  expect(Object.keys(reply)).toEqual(['vary']);
  expect(corsHeaders(RULES, { method: 'GET', headers: {} })).toEqual({});
});
