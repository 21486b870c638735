import { describe, expect, it } from 'vitest';
import { lastDays } from './week.ts';

const LATE_ON_MONDAY = Date.parse('2026-03-02T23:30:00Z');

describe('the days of the chart', () => {
  it('end with today by UTC, as the server counts', () => {
    const days = lastDays(7, LATE_ON_MONDAY, 'en');
    expect(days).toHaveLength(7);
    expect(days[0]).toMatch(/^(Tue 24|24 Tue)$/);
    expect(days.at(-1)).toMatch(/^(Mon 2|2 Mon)$/);
  });

  it('are all different, so that each is a row of its own', () => {
    expect(new Set(lastDays(7, LATE_ON_MONDAY, 'zh')).size).toBe(7);
  });
});
