import { describe } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { previewKindOf } from './file-preview.tsx';

describe('file previews', () => {
  itMaps('show %s (%s) as %s', previewKindOf, [
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
  ]);
});
