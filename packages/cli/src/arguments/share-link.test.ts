import { describe, expect, it } from 'vitest';
import { parseShareLink } from './share-link.ts';

const HOST = 'https://share.example.org';

describe('the link of a share', () => {
  it.each([
    [`${HOST}/paste/abc-1`, 'text', HOST, 'abc-1'],
    [`${HOST}/paste/abc-1/?lang=zh#top`, 'text', HOST, 'abc-1'],
    [`${HOST}/api/raw/abc_1`, 'text', HOST, 'abc_1'],
    [`${HOST}/file/x`, 'file', HOST, 'x'],
    [`${HOST}/api/file-download/x?grant=1`, 'file', HOST, 'x'],
    ['http://localhost:8787/file/x', 'file', 'http://localhost:8787', 'x'],
    [`${HOST}/satchel/file/x`, 'file', `${HOST}/satchel`, 'x'],
  ])('%s is that of a %s', (text, kind, serverUrl, slug) => {
    expect(parseShareLink(text)).toEqual({ kind, serverUrl, slug });
  });

  it.each(['/photos/a.jpg', ':/photos/', 'photos', 'ftp://host/file/x', ''])(
    '"%s" is a path instead',
    (text) => {
      expect(parseShareLink(text)).toBeUndefined();
    },
  );

  it.each([
    HOST,
    `${HOST}/`,
    `${HOST}/file/`,
    `${HOST}/file/a/b`,
    `${HOST}/file/%2e%2e`,
    'http://[',
  ])('is not %s', (link) => {
    expect(() => parseShareLink(link)).toThrow(
      expect.objectContaining({ messageName: 'link_invalid', details: { link }, exitCode: 2 }),
    );
  });
});
