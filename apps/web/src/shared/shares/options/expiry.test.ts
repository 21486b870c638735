import { describe, expect, it } from 'vitest';
import { EXPIRY_HOURS, expiresAtOf, localDateTimeOf, timestampOf } from './expiry.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('SPEC 9: expiry options', () => {
  it('are 1 hour, 1 day, 7 days, 30 days and never', () => {
    expect(EXPIRY_HOURS.map((hours) => expiresAtOf(hours, NOW))).toEqual([
      '2026-03-01T13:00:00.000Z',
      '2026-03-02T12:00:00.000Z',
      '2026-03-08T12:00:00.000Z',
      '2026-03-31T12:00:00.000Z',
      null,
    ]);
  });

  it('go through a date field and back without moving', () => {
    const timestamp = '2026-03-29T01:30:00.000Z';
    expect(timestampOf(localDateTimeOf(timestamp))).toBe(timestamp);
    expect(timestampOf(localDateTimeOf(null))).toBeNull();
  });
});
