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

  it.each([
    [`${HOST}/share/x`, 'bundle', undefined, undefined],
    [`${HOST}/share/x?folder=a%2Fb&file=a%2Fb%2Fc.jpg`, 'bundle', 'a/b', 'a/b/c.jpg'],
    [`${HOST}/api/bundle-archive/x?path=a&grant=1`, 'bundle', 'a', undefined],
    [`${HOST}/api/bundle-file/x/a/%E6%B5%B7%20b.jpg?grant=1`, 'bundle', undefined, 'a/海 b.jpg'],
  ])('%s is that of a %s, of its folder %s and its file %s', (text, kind, folder, file) => {
    const link = { kind, serverUrl: HOST, slug: 'x', folder, file };
    expect(parseShareLink(text)).toEqual(link);
  });

  it('is that of an upload request', () => {
    const link = { kind: 'request', serverUrl: HOST, slug: 'holiday' };
    expect(parseShareLink(`${HOST}/request/holiday`)).toEqual(link);
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
    `${HOST}/api/bundle-file/x/%ff`,
  ])('is not %s', (link) => {
    expect(() => parseShareLink(link)).toThrow(
      expect.objectContaining({ messageName: 'link_invalid', details: { link }, exitCode: 2 }),
    );
  });
});
