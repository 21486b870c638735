import { describe, expect, it } from 'vitest';
import { codeLanguageOf, previewKindOf } from './preview-kind.ts';

describe('file previews', () => {
  it.each([
    ['a.PNG', 'application/octet-stream', 'image'],
    ['a.mp4', '', 'video'],
    ['a.flac', '', 'audio'],
    ['a.pdf', '', 'pdf'],
    ['README.md', 'text/plain', 'markdown'],
    ['main.rs', '', 'code'],
    ['Dockerfile', '', 'code'],
    ['notes', 'text/plain; charset=utf-8', 'text'],
    ['data', 'application/ld+json', 'code'],
    ['blob', 'image/webp', 'image'],
    ['a.zip', 'application/zip', null],
    ['report.DOCX', 'application/octet-stream', 'office'],
    ['page.html', 'text/html', 'code'],
  ] as const)('show %s (%s) as %s', (name, type, kind) => {
    expect(previewKindOf(name, type)).toBe(kind);
  });

  it('know the language of code by its extension', () => {
    expect([codeLanguageOf('a.tsx'), codeLanguageOf('a.py'), codeLanguageOf('Makefile')]).toEqual([
      'tsx',
      'py',
      'makefile',
    ]);
  });
});
