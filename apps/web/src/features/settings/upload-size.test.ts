import { describe, expect, it } from 'vitest';
import { fromMegabytes, toMegabytes } from './upload-size.ts';

describe('the largest upload (SPEC 3, CONTRACT F11)', () => {
  it('is stored as whole megabytes, whatever the unit', () => {
    expect(toMegabytes('250', 'MB')).toBe(250);
    expect(toMegabytes('2', 'GB')).toBe(2048);
    expect(toMegabytes('1.5', 'GB')).toBe(1536);
    expect(toMegabytes('4096', 'KB')).toBe(4);
  });

  it('never falls to nothing', () => {
    expect(toMegabytes('1', 'KB')).toBe(1);
  });

  it.each(['', ' ', '0', '-1', 'many', 'Infinity'])('refuses %j', (text) => {
    expect(toMegabytes(text, 'MB')).toBeUndefined();
  });

  it('is shown in gigabytes where those are whole', () => {
    expect(fromMegabytes(100)).toEqual({ amount: '100', unit: 'MB' });
    expect(fromMegabytes(1536)).toEqual({ amount: '1536', unit: 'MB' });
    expect(fromMegabytes(2048)).toEqual({ amount: '2', unit: 'GB' });
  });
});
