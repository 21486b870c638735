import { describe, expect, it } from 'vitest';
import { previewKindOf } from './file-preview.tsx';

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
    ['a.csv', 'text/csv', 'text'],
  ] as const)('show %s (%s) as %s', (name, type, kind) => {
    expect(previewKindOf(name, type)).toBe(kind);
  });
});
