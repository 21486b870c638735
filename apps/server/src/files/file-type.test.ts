import { describe, expect, it } from 'vitest';
import { contentTypeOf, createFileTypes, extensionOf } from './file-type.ts';

const typeOf = await createFileTypes({
  get: async (key) => (key === 'preview_text_types' ? 'txt, DOCKERFILE,ts' : ''),
});

describe('file types (CONTRACT F4, SPEC 3)', () => {
  it.each([
    ['a.md', 'text/markdown'],
    ['a.MARKDOWN', 'text/markdown'],
    ['a.ts', 'text/plain'],
    ['a.png', 'image/png'],
    ['a.html', 'text/html'],
    ['a.unknown-thing', 'application/octet-stream'],
    ['noextension', 'application/octet-stream'],
  ])('serves %s as %s', (filename, type) => {
    expect(contentTypeOf(filename)).toBe(type);
  });

  it('knows the extension, or the whole name where there is none', () => {
    expect(['a.TXT', 'x/y.tar.GZ', 'Dockerfile', '.env'].map(extensionOf)).toEqual([
      'txt',
      'gz',
      'dockerfile',
      'env',
    ]);
  });

  it.each([
    ['a.txt', 'text'],
    ['Dockerfile', 'text'],
    ['a.ts', 'text'],
    ['a.png', 'image'],
    ['a.mp3', 'audio'],
    ['a.mp4', 'video'],
    ['a.zip', 'unknown'],
  ])('shows %s as %s: settings first, then the registry', (filename, typeName) => {
    expect(typeOf(filename).typeName).toBe(typeName);
  });
});
