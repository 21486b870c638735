// @vitest-environment node
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { withoutRepetitions } from './share-target.ts';

describe('what the share sheet sends', () => {
  it.each([
    [
      ['A page', 'Read this', 'https://example.org'],
      ['A page', 'Read this', 'https://example.org'],
    ],
    [['', 'Read https://example.org now', 'https://example.org'], ['Read https://example.org now']],
    [['the same', 'the same', ''], ['the same']],
    [['', '', ''], []],
  ])('%j is taken without its repetitions', (parts, wanted) => {
    expect(withoutRepetitions(parts)).toEqual(wanted);
  });
});
