import { describe } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { matchedParts } from './matched-parts.ts';

const shown = (name: string, words: string) =>
  matchedParts(name, words)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

describe('what a search marks in names', () => {
  itMaps('%s by %j: %s', shown, [
    ['Annual Report.pdf', 'report', 'Annual [Report].pdf'],
    ['banana', 'an', 'b[an][an]a'],
    ['照片 2026.jpg', '照片', '[照片] 2026.jpg'],
    ['notes.md', 'zz', 'notes.md'],
    ['notes.md', '  ', 'notes.md'],
    ['(a+b).txt', 'A+B', '([a+b]).txt'],
    ['İstanbul.txt', 'bul', 'İstanbul.txt'],
  ]);
});
