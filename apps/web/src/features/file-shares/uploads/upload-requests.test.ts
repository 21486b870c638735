import { describe, expect, it } from 'vitest';
import { NO_OPTIONS } from '#shared/shares/options/share-options.ts';
import { mimeTypeOf, optionsAfter, requestsOf, type UploadOptions } from './upload-requests.ts';

const options = {
  ...NO_OPTIONS,
  ...{ path: '', useProxy: null, storage: '', message: '', sender: '' },
};
const chosen = (name: string, directory = '') => ({ file: new File([], name), directory });

describe('what is sent about an upload', () => {
  it('numbers one slug for several files (CONTRACT F11)', () => {
    const named = { ...options, slug: 'pics' };
    const slugsOf = (count: number) =>
      requestsOf(
        Array.from({ length: count }, () => chosen('a')),
        named,
      ).map(({ share }) => share.slug);
    expect(slugsOf(1)).toEqual(['pics']);
    expect(slugsOf(2)).toEqual(['pics-1', 'pics-2']);
  });

  it('puts the files of a folder below the chosen path', () => {
    const [request] = requestsOf([chosen('a', 'x/y')], { ...options, path: '/docs/' });
    expect(request?.share.path).toBe('docs/x/y');
    expect(requestsOf([chosen('a')], options)[0]?.share.path).toBeNull();
  });

  it('sends hours of life as a number (CONTRACT F4)', () => {
    const [request] = requestsOf([chosen('a')], { ...options, expiryHours: '168' });
    expect(request?.share.expires_in).toBe(168);
  });

  it('forces Markdown to text/markdown (SPEC 3)', () => {
    expect(mimeTypeOf({ name: 'READ.MD', type: 'application/octet-stream' })).toBe('text/markdown');
    const [request] = requestsOf([chosen('a.md')], options);
    expect(request?.share.mimetype).toBe('text/markdown');
    expect(mimeTypeOf({ name: 'a.png', type: 'image/png' })).toBe('image/png');
  });

  const used: UploadOptions = {
    ...{ slug: 'a', password: 'b', remark: 'c', message: 'd', sender: 'e' },
    ...{ maxViews: '3', expiryHours: '24', path: 'x', useProxy: true, storage: 's' },
  };

  it('empties what belongs to one share after an upload, and keeps all the rest', () => {
    const emptied = { slug: '', password: '', remark: '', message: '' };
    expect(optionsAfter(used)).toEqual({ ...used, ...emptied });
  });

  it('keeps what was typed while the upload started', () => {
    const typed = { ...used, remark: 'of the next one' };
    expect(optionsAfter(typed, used).remark).toBe('of the next one');
    expect(optionsAfter(typed, used).slug).toBe('');
  });
});
