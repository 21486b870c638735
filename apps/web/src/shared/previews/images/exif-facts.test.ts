import { describe, expect, it } from 'vitest';
import { exposureOf, placeOf } from './exif-facts.ts';

describe('what a camera wrote', () => {
  it('is told as photographers do', () => {
    const raw = { ExposureTime: 0.004, FNumber: 2.8, ISO: 400, FocalLength: 35 };
    expect(exposureOf(raw)).toBe('1/250 s · f/2.8 · ISO 400 · 35 mm');
    expect(exposureOf({ ExposureTime: 2.5 })).toBe('2.5 s');
  });

  it('is not made up where it is not there', () => {
    expect(exposureOf({})).toBe('');
    expect(placeOf({ latitude: 1 })).toBe('');
    expect(placeOf({ latitude: Number.NaN, longitude: 0 })).toBe('');
  });

  it('has its place as maps understand it', () => {
    expect(placeOf({ latitude: 48.858_370_1, longitude: 2.294_481 })).toBe('48.85837, 2.29448');
  });
});
