import { describe, expect, it } from 'vitest';
import { NO_OPTIONS } from '#shared/shares/share-options.ts';
import { mimeTypeOf } from './transfer.ts';
import { requestsOf } from './upload-requests.ts';

const options = { ...NO_OPTIONS, path: '', useProxy: null };
const chosen = (name: string, directory = '') => ({ file: new File([], name), directory });

describe('what is sent about an upload', () => {
  it('numbers one slug for several files (CONTRACT F11)', () => {
    const named = { ...options, slug: 'pics' };
    const slugsOf = (count: number) =>
      requestsOf(
        Array.from({ length: count }, () => chosen('a')),
        named,
      ).map(({ metadata }) => metadata.slug);
    expect(slugsOf(1)).toEqual(['pics']);
    expect(slugsOf(2)).toEqual(['pics-1', 'pics-2']);
  });

  it('puts the files of a folder below the chosen path', () => {
    const [request] = requestsOf([chosen('a', 'x/y')], { ...options, path: '/docs/' });
    expect(request?.metadata.path).toBe('docs/x/y');
    expect(requestsOf([chosen('a')], options)[0]?.metadata.path).toBeNull();
  });

  it('sends hours of life as a number (CONTRACT F4)', () => {
    const [request] = requestsOf([chosen('a')], { ...options, expiryHours: '168' });
    expect(request?.metadata.expires_in).toBe(168);
  });

  it('forces Markdown to text/markdown (SPEC 3)', () => {
    expect(mimeTypeOf({ name: 'READ.MD', type: 'application/octet-stream' })).toBe('text/markdown');
    expect(mimeTypeOf({ name: 'a.png', type: 'image/png' })).toBe('image/png');
  });
});
