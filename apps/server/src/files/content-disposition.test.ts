import { describe, expect, it } from 'vitest';
import {
  contentDisposition,
  isActiveType,
  presignedContentType,
  sentContentType,
} from './content-disposition.ts';

const dispositionOf = (filename: string, contentType = 'text/plain', isDownload = false) =>
  contentDisposition({ filename, contentType, isDownload });

describe('contentDisposition (SECURITY 9, RFC 6266)', () => {
  it.each([
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
    ['say "hi"; filename=evil.exe', 'say "hi"; filename=evil.exe'],
    ['100%41.txt', '100%41.txt'],
    ["it's (1)*.txt", "it's (1)*.txt"],
    ['中文 😀.txt', '中文 😀.txt'],
    ['exe\u202etxt.scr', 'exetxt.scr'],
    ['nul\0l.txt', 'null.txt'],
    ['back\\slash', 'back\\slash'],
  ])('lets %j break out of nothing', (filename, shown) => {
    const header = dispositionOf(filename);
    const match = /^inline; filename="([^"\\%]*)"; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(
      header,
    );
    expect(match, header).not.toBeNull();
    expect(match?.[1]).toMatch(/^[ -~]*$/);
    expect(decodeURIComponent(match?.[2] ?? '')).toBe(shown);
  });

  it('survives half a surrogate pair', () => {
    expect(dispositionOf('x\ud800.txt')).toContain("UTF-8''x%EF%BF%BD.txt");
  });

  it('is an attachment for a download and for every active type', () => {
    expect(dispositionOf('a', 'text/plain', true)).toMatch(/^attachment;/);
    for (const type of [
      'text/html',
      'image/svg+xml',
      'TEXT/HTML; charset=x',
      'application/atom+xml',
    ]) {
      expect([isActiveType(type), dispositionOf('a', type)]).toEqual([
        true,
        expect.stringMatching(/^attachment;/),
      ]);
    }
    for (const type of ['text/plain', 'image/png', 'application/pdf', 'video/mp4']) {
      expect(isActiveType(type)).toBe(false);
    }
  });

  it('names the charset of texts alone', () => {
    expect(sentContentType('text/markdown')).toBe('text/markdown; charset=utf-8');
    expect(sentContentType('text/csv; charset=latin1')).toBe('text/csv; charset=latin1');
    expect(sentContentType('image/png')).toBe('image/png');
  });

  it('sends scripts and styles as text, and has a storage send pages so too (SECURITY 20)', () => {
    const plain = 'text/plain; charset=utf-8';
    for (const type of ['text/javascript', 'application/x-ecmascript', 'text/css']) {
      expect([sentContentType(type), presignedContentType(type)]).toEqual([plain, plain]);
    }
    expect([sentContentType('text/html'), presignedContentType('text/html')]).toEqual([
      'text/html; charset=utf-8',
      plain,
    ]);
  });
});
