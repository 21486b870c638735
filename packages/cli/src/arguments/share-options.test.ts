import { expect, it } from 'vitest';
import { expiryHoursOf, expiryTimeOf, parseViews } from './share-options.ts';

it('takes a number of views from 1 on', () => {
  expect(parseViews('1')).toBe(1);
  expect(parseViews('2147483647')).toBe(2_147_483_647);
});

it.each(['0', '-1', '1.5', 'many', '', '2147483648', '1e3'])('refuses "%s" as views', (text) => {
  expect(() => parseViews(text)).toThrow(
    expect.objectContaining({ messageName: 'views_invalid', exitCode: 2 }),
  );
});

it('tells files of their end in hours, and texts by its time', () => {
  expect(expiryHoursOf({ expires: 86_400_000 })).toBe(24);
  expect(expiryHoursOf({ expires: 60_000 })).toBe(0.016667);
  expect(Date.parse(expiryTimeOf({ expires: 60_000 }) ?? '')).toBeGreaterThan(Date.now());
});

it('says nothing of an end where there is none', () => {
  expect([expiryHoursOf({}), expiryHoursOf({ expires: 0 })]).toEqual([undefined, undefined]);
  expect([expiryTimeOf({}), expiryTimeOf({ expires: 0 })]).toEqual([undefined, undefined]);
});
