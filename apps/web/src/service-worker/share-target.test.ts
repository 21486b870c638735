// @vitest-environment node
import 'fake-indexeddb/auto';
import { describe } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { withoutRepetitions } from './share-target.ts';

describe('what the share sheet sends', () => {
  itMaps('%j is taken without its repetitions', withoutRepetitions, [
    [
      ['A page', 'Read this', 'https://example.org'],
      ['A page', 'Read this', 'https://example.org'],
    ],
    [['', 'Read https://example.org now', 'https://example.org'], ['Read https://example.org now']],
    [['the same', 'the same', ''], ['the same']],
    [['', '', ''], []],
  ]);
});
