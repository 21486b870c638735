import { describe, expect, it } from 'vitest';
import { isUnencrypted, parseServerUrl } from './server-url.ts';

describe("a server's address", () => {
  it.each([
    ['https://share.example.org/', 'https://share.example.org'],
    ['share.example.org', 'https://share.example.org'],
    ['share.example.org:8443/box/', 'https://share.example.org:8443/box'],
    ['localhost:8787', 'http://localhost:8787'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['HTTP://Nas.lan/?x#y', 'http://nas.lan'],
  ])('%s is kept as %s', (text, url) => {
    expect(parseServerUrl(text)).toBe(url);
  });

  it.each(['', 'ftp://host', 'https://', 'https://name:secret@host', 'http://['])(
    '"%s" is refused',
    (url) => {
      expect(() => parseServerUrl(url)).toThrow(
        expect.objectContaining({ messageName: 'server_url_invalid', exitCode: 2 }),
      );
    },
  );

  it('is unencrypted by http, but not on this computer', () => {
    const urls = ['http://nas.lan', 'https://nas.lan', 'http://localhost:1', 'http://127.0.0.1'];
    expect(urls.map(isUnencrypted)).toEqual([true, false, false, false]);
  });
});
