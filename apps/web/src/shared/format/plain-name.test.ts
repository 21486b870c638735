import { describe, expect, it } from 'vitest';
import { plainName } from './plain-name.ts';

describe('SECURITY 4: bidi override characters in names', () => {
  it('are shown for what they are', () => {
    expect(plainName('photo\u202egnp.exe')).toBe('photo\ufffdgnp.exe');
    expect(plainName('a\u061cb')).toBe('a\ufffdb');
    expect(plainName('a\u2066b\u2069\nc')).toBe('a\ufffdb\ufffd\ufffdc');
  });

  it('leaves every other writing alone', () => {
    expect(plainName('说明 قائمة.txt')).toBe('说明 قائمة.txt');
  });
});
