import { describe, expect, it } from 'vitest';
import { redactUrl } from './redact-url.ts';

describe('redactUrl (SECURITY 11)', () => {
  it.each([
    ['/api/raw/x?password=secret', '/api/raw/x?password=[redacted]'],
    ['/x?a=1&grant=abc.def&b=2', '/x?a=1&grant=[redacted]&b=2'],
    ['/x?PassWord=p', '/x?PassWord=[redacted]'],
    ['/x?sign=abc:0', '/x?sign=[redacted]'],
    [
      '/s3/b/k?X-Amz-Credential=c&X-Amz-Signature=s',
      '/s3/b/k?X-Amz-Credential=[redacted]&X-Amz-Signature=[redacted]',
    ],
    ['/api/url/proxy?url=https%3A%2F%2Fu%2F%3Fsig%3Ds', '/api/url/proxy?url=[redacted]'],
    ['/x?password=a&password=b', '/x?password=[redacted]&password=[redacted]'],
    ['/x?p%61ssword=secret', '/x?p%61ssword=[redacted]'],
    ['/x?search=password', '/x?search=password'],
  ])('writes %s as %s', (url, redacted) => {
    expect(redactUrl(url)).toBe(redacted);
  });
});
