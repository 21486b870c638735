import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DURATION_UNITS, fromSeconds, toSeconds } from './duration.ts';

describe('a time in a form', () => {
  it('is counted in seconds, whatever the unit', () => {
    expect(toSeconds('90', 'seconds')).toBe(90);
    expect(toSeconds('1.5', 'hours')).toBe(5400);
    expect(toSeconds(' 7 ', 'days')).toBe(604_800);
  });

  it('may be empty, which is not the same as zero', () => {
    expect(toSeconds('', 'days')).toBeNull();
    expect(toSeconds('0', 'days')).toBe(0);
  });

  it.each(['-1', 'soon', '0.3', 'Infinity', '1e400'])('refuses %j seconds', (text) => {
    expect(toSeconds(text, 'seconds')).toBeUndefined();
  });

  it('is shown in the largest unit of which it is a whole number', () => {
    expect(fromSeconds(86_400)).toEqual({ amount: '1', unit: 'days' });
    expect(fromSeconds(5400)).toEqual({ amount: '90', unit: 'minutes' });
    expect(fromSeconds(0)).toEqual({ amount: '0', unit: 'seconds' });
    expect(fromSeconds(null)).toEqual({ amount: '', unit: 'seconds' });
  });

  it('comes back as it was, shown in any unit', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.constantFrom(...DURATION_UNITS), (amount, unit) => {
        const seconds = toSeconds(String(amount), unit) ?? null;
        const shown = fromSeconds(seconds);
        expect(toSeconds(shown.amount, shown.unit)).toBe(seconds);
      }),
    );
  });
});
