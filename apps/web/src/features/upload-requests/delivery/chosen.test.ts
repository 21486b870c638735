import { describe, expect, it } from 'vitest';
import { answeredItems, deliveryPathOf, refusalOf, totalRefusalOf } from './chosen.ts';

const LIMITS = { max_files: 3, max_file_bytes: 100, max_total_bytes: 150, types: null };
const file = (name: string, size = 10, type = '') => ({ name, size, type });

describe('a file for a request', () => {
  it('fits by its extension or by its media type', () => {
    const limits = { ...LIMITS, types: ['image/*', '.pdf', 'text/plain'] };
    expect(refusalOf(file('a.PDF'), limits)).toBeNull();
    expect(refusalOf(file('a', 1, 'image/heic'), limits)).toBeNull();
    expect(refusalOf(file('a.jpg'), limits)).toBeNull();
    expect(refusalOf(file('a.txt', 1, 'text/plain'), limits)).toBeNull();
    expect(refusalOf(file('a.exe', 1, 'application/x-msdownload'), limits)).toBe('type');
    expect(refusalOf(file('pdf', 1, ''), limits)).toBe('type');
  });

  it('may be as large as the limit, and no larger', () => {
    expect(refusalOf(file('a', 100), LIMITS)).toBeNull();
    expect(refusalOf(file('a', 101), LIMITS)).toBe('tooLarge');
  });
});

describe('files for a request', () => {
  const files = (...sizes: number[]) =>
    sizes.map((size) => ({ file: new File(['x'.repeat(size)], 'a') }));

  it('count together with those sent before', () => {
    expect(totalRefusalOf(files(10, 10), { count: 1, bytes: 10 }, LIMITS)).toBeNull();
    expect(totalRefusalOf(files(10, 10), { count: 2, bytes: 10 }, LIMITS)).toBe('tooMany');
    expect(totalRefusalOf(files(80), { count: 1, bytes: 71 }, LIMITS)).toBe('totalTooLarge');
    const unlimited = { ...LIMITS, max_files: null, max_total_bytes: null };
    expect(totalRefusalOf(files(80, 80, 80, 80), { count: 9, bytes: 900 }, unlimited)).toBeNull();
  });

  it('lie in folders, those of a wanted item in one of its name', () => {
    const scan = new File([''], 'scan.pdf');
    expect(deliveryPathOf({ file: scan, directory: '', wanted: null })).toBe('scan.pdf');
    expect(deliveryPathOf({ file: scan, directory: 'a/b', wanted: null })).toBe('a/b/scan.pdf');
    expect(deliveryPathOf({ file: scan, directory: '', wanted: 'ID / passport' })).toBe(
      'ID passport/scan.pdf',
    );
    expect(deliveryPathOf({ file: scan, directory: '', wanted: '..' })).toBe('_/scan.pdf');
    const odd = new File([''], 'a\\b\t?.pdf');
    expect(deliveryPathOf({ file: odd, directory: 'x: y', wanted: null })).toBe('x_ y/a_b__.pdf');
  });

  it('answer wanted items, also those sent before', () => {
    const wanted = ['Passport', 'Photo', 'CV'];
    expect([...answeredItems(wanted, [{ wanted: 'CV' }], ['Photo/a.jpg', 'Passport.pdf'])]).toEqual(
      ['Photo', 'CV'],
    );
  });

  it('answer them under the names that the server stores', () => {
    const wanted = ['ID: front?', 'Photo etc.', 'CV', 'Cafe\u0301'];
    const scan = new File([''], 'scan.pdf');
    const paths = wanted.map((item) => deliveryPathOf({ file: scan, directory: '', wanted: item }));
    expect(paths[0]).toBe('ID_ front_/scan.pdf');
    expect([...answeredItems(wanted, [], paths)]).toEqual(wanted);
    expect([...answeredItems(wanted, [], ['cv/scan.pdf', 'Photo/a.pdf', 'CV.pdf'])]).toEqual([
      'CV',
    ]);
  });
});
