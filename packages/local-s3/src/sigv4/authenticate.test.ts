import { describe, expect, test } from 'vitest';
import { authenticate } from './authenticate.ts';
import type { SignedRequest } from './claim.ts';

// The examples of AWS's "Signature Calculations for the Authorization Header" and "… Query Parameters".
const credentials = [
  {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
];
const nowMs = Date.parse('2013-05-24T00:00:00Z');
const rules = { credentials, region: 'us-east-1', nowMs };
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const HOST = 'examplebucket.s3.amazonaws.com';
const CREDENTIAL = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';

interface Example {
  readonly name: string;
  readonly request: Omit<SignedRequest, 'headers'>;
  readonly headers: Record<string, string>;
  readonly signature: string;
}

const EXAMPLES: readonly Example[] = [
  {
    name: 'GET Object',
    request: { method: 'GET', pathBytes: '/test.txt', query: [] },
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'PUT Object',
    request: { method: 'PUT', pathBytes: '/test$file.text', query: [] },
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'GET Bucket Lifecycle',
    request: { method: 'GET', pathBytes: '/', query: [['lifecycle', '']] },
    headers: { 'x-amz-content-sha256': EMPTY },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'List Objects',
    request: {
      method: 'GET',
      pathBytes: '/',
      query: [
        ['max-keys', '2'],
        ['prefix', 'J'],
      ],
    },
    headers: { 'x-amz-content-sha256': EMPTY },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

function headersOf({ headers, signature }: Example): Record<string, string> {
  const all: Record<string, string> = { host: HOST, 'x-amz-date': '20130524T000000Z', ...headers };
  const signed = Object.keys(all).sort().join(';');
  const authorization = `AWS4-HMAC-SHA256 Credential=${CREDENTIAL},SignedHeaders=${signed},Signature=${signature}`;
  return { ...all, authorization };
}

describe('Authorization header', () => {
  test.each(EXAMPLES)('the signature of AWS’s example $name is accepted', (example) => {
    const request = { ...example.request, headers: headersOf(example) };
    expect(authenticate(request, rules).signature).toBe(example.signature);
  });

  test.each(EXAMPLES)('the example $name with anything changed is refused', (example) => {
    const headers = headersOf(example);
    const request = { ...example.request, headers };
    const changed: SignedRequest[] = [
      { ...request, method: 'DELETE' },
      { ...request, pathBytes: `${request.pathBytes}x` },
      { ...request, query: [...request.query, ['a', 'b']] },
      { ...request, headers: { ...headers, host: 'evil.example' } },
      { ...request, headers: { ...headers, 'x-amz-content-sha256': EMPTY.replace('e', 'f') } },
    ];
    for (const each of changed) {
      expect(() => authenticate(each, rules)).toThrow(/signature/);
    }
  });

  test('a key that is not ours, a region that is not ours and an old time are refused', () => {
    const [example] = EXAMPLES;
    if (example === undefined) throw new Error('There is an example');
    const request = { ...example.request, headers: headersOf(example) };
    const refuse = (changed: object) =>
      expect(() => authenticate(request, { ...rules, ...changed }));
    refuse({ credentials: [] }).toThrow(expect.objectContaining({ code: 'InvalidAccessKeyId' }));
    refuse({ region: 'eu-west-1' }).toThrow(
      expect.objectContaining({ code: 'AuthorizationHeaderMalformed' }),
    );
    refuse({ nowMs: nowMs + 15 * 60_000 + 1 }).toThrow(
      expect.objectContaining({ code: 'RequestTimeTooSkewed' }),
    );
    expect(authenticate(request, { ...rules, nowMs: nowMs + 15 * 60_000 })).toBeDefined();
  });
});

describe('Query parameters', () => {
  const SIGNATURE = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
  const request: SignedRequest = {
    method: 'GET',
    pathBytes: '/test.txt',
    headers: { host: HOST },
    query: [
      ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
      ['X-Amz-Credential', CREDENTIAL],
      ['X-Amz-Date', '20130524T000000Z'],
      ['X-Amz-Expires', '86400'],
      ['X-Amz-SignedHeaders', 'host'],
      ['X-Amz-Signature', SIGNATURE],
    ],
  };

  test('AWS’s example is accepted until the second in which it expires', () => {
    expect(authenticate(request, rules).signature).toBe(SIGNATURE);
    const at = (seconds: number) => ({ ...rules, nowMs: nowMs + seconds * 1000 });
    expect(authenticate(request, at(86_399)).payloadHash).toBe('UNSIGNED-PAYLOAD');
    expect(() => authenticate(request, at(86_400))).toThrow('Request has expired');
    expect(() => authenticate(request, at(-16 * 60))).toThrow('not yet valid');
  });

  test('a parameter that is given twice is refused', () => {
    const query: SignedRequest['query'] = [...request.query, ['X-Amz-Expires', '604800']];
    expect(() => authenticate({ ...request, query }, rules)).toThrow('X-Amz-Expires is repeated');
  });

  test('a signature in both places is refused', () => {
    const headers = { ...request.headers, authorization: 'AWS4-HMAC-SHA256 x' };
    expect(() => authenticate({ ...request, headers }, rules)).toThrow('Only one auth mechanism');
  });
});
