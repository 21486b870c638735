import { describe, expect, it } from 'vitest';
import { isAccepted } from './accepted-types.ts';

describe('types that a request accepts (CONTRACT A7)', () => {
  it.each([
    ['a.jpg', ['image/*'], true],
    ['A.JPG', ['image/*'], true],
    ['a.pdf', ['image/*', '.pdf'], true],
    ['A.PDF', ['.pdf'], true],
    ['a.pdf', ['application/pdf'], true],
    ['a.pdf.exe', ['.pdf'], false],
    ['.pdf', ['.pdf'], false],
    ['pdf', ['.pdf'], false],
    ['a.tar.gz', ['.tar.gz'], true],
    ['a.html', ['image/*'], false],
    ['image', ['image/*'], false],
    ['a.exe', null, true],
    ['a.exe', [], true],
  ])('%s by %j: %s', (name, types, expected) => {
    expect(isAccepted(name, types)).toBe(expected);
  });
});
