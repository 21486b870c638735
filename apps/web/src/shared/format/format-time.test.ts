import { describe, expect, it } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { formatDuration, formatRelativeTime } from './format-time.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('times', () => {
  it.each([
    ['2026-01-01T01:00:00Z', 'en', 'in 1 hour'],
    ['2025-12-30T00:00:00Z', 'en', '2 days ago'],
    ['2026-01-08T00:00:00Z', 'zh', '7天后'],
    ['2026-01-01T00:00:20Z', 'en', 'in 20 seconds'],
  ] as const)('says %s in %s as %s', (timestamp, language, expected) => {
    expect(formatRelativeTime(timestamp, NOW, language)).toBe(expected);
  });

  itMaps('writes %d seconds as %s', formatDuration, [
    [0, '0:00'],
    [65, '1:05'],
    [3909, '1:05:09'],
  ]);
});
