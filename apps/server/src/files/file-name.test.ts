import { describe, expect, it } from 'vitest';
import { nameFromTitle } from './file-name.ts';

describe('a name from a title', () => {
  it.each([
    ['Photos 11/27/2026', 'Photos 11_27_2026'],
    ['AC\\DC: "live"?', 'AC_DC_ _live__'],
    [' . .hidden. ', 'hidden'],
    ['../..', '_'],
    ['/', '_'],
    ['', 'none'],
    ['. .', 'none'],
    ['\u202e', 'none'],
    ['exe\u202etxt', 'exetxt'],
    ['\ud800', '\ufffd'],
    ['x'.repeat(190), 'x'.repeat(100)],
    ['漢'.repeat(100), '漢'.repeat(66)],
    ['😀'.repeat(100), '😀'.repeat(50)],
  ])('of %j is %j', (title, name) => {
    expect(nameFromTitle(title, 'none')).toBe(name);
  });
});
