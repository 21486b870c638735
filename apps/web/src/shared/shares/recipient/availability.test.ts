import { describe, expect, it } from 'vitest';
import { availabilityOf } from './availability.ts';

/** Wednesday at noon, where the visitor is. */
const NOW = new Date(2026, 10, 25, 12).getTime();
const at = (...time: [day: number, hour: number]) => new Date(2026, 10, ...time).toISOString();

describe('how long a share is available', () => {
  it('is a time on the same and on the next day', () => {
    expect(availabilityOf(at(25, 18), NOW, 'en')).toMatchObject({ kind: 'today' });
    expect(availabilityOf(at(25, 18), NOW, 'en').when).toContain('6:00');
    expect(availabilityOf(at(26, 0), NOW, 'en')).toMatchObject({ kind: 'tomorrow' });
  });

  it('is a weekday within the next six days', () => {
    expect(availabilityOf(at(27, 23), NOW, 'en')).toEqual({ kind: 'day', when: 'Friday' });
    expect(availabilityOf(at(27, 23), NOW, 'zh')).toEqual({ kind: 'day', when: '星期五' });
  });

  it('is a date from the day on whose weekday is the one of today', () => {
    expect(availabilityOf(at(32, 9), NOW, 'en').when).toMatch(/2 December 2026|December 2, 2026/);
  });

  it('is over from the moment of its end', () => {
    expect(availabilityOf(new Date(NOW).toISOString(), NOW, 'en').kind).toBe('over');
  });
});
