import { describe } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { formatDuration, formatRelativeTime } from './format-time.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('times', () => {
  const sayRelative = (timestamp: string, language: 'en' | 'zh') =>
    formatRelativeTime(timestamp, NOW, language);

  itMaps('says %s in %s as %s', sayRelative, [
    ['2026-01-01T01:00:00Z', 'en', 'in 1 hour'],
    ['2025-12-30T00:00:00Z', 'en', '2 days ago'],
    ['2026-01-08T00:00:00Z', 'zh', '7天后'],
    ['2026-01-01T00:00:20Z', 'en', 'in 20 seconds'],
  ]);

  itMaps('writes %d seconds as %s', formatDuration, [
    [0, '0:00'],
    [65, '1:05'],
    [3909, '1:05:09'],
  ]);
});
