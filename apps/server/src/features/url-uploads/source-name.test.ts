import { describe, expect, it } from 'vitest';
import { filenameOf } from './source-name.ts';

const nameOf = (requested: string, disposition?: string, final = requested) =>
  filenameOf(new URL(requested), new URL(final), disposition);

describe('filenameOf (CONTRACT F8)', () => {
  it.each([
    ['http://x/a/b.txt?c=d.e#f.g', undefined, 'b.txt'],
    ['http://x/%E4%BD%A0.md', undefined, '你.md'],
    ['http://x/100%.txt', undefined, '100%.txt'],
    ['http://x/b.txt', 'attachment; filename="c.txt"', 'b.txt'],
    ['http://x/a', 'attachment; filename="c d.txt"', 'c d.txt'],
    ['http://x/a', 'attachment; filename="a\\"b.txt"', 'a"b.txt'],
    ['http://x/a', 'attachment; filename=c.txt', 'c.txt'],
    ['http://x/a', "attachment; filename=c.txt; filename*=UTF-8''%E4%BD%A0.txt", '你.txt'],
    ['http://x/a', "attachment; filename*=UTF-8''%ZZ", '%ZZ'],
    ['http://x/a', `attachment; filename="${Buffer.from('é.txt').toString('latin1')}"`, 'é.txt'],
    ['http://x/a', 'attachment', 'download'],
    ['http://x/', undefined, 'download'],
    ['http://x.org', undefined, 'download'],
  ])('calls %s with %s %s', (url, disposition, name) => {
    expect(nameOf(url, disposition)).toBe(name);
  });

  it('takes the name of where redirects led before none', () => {
    expect(nameOf('http://x/latest', undefined, 'http://y/v1.zip')).toBe('v1.zip');
  });

  it('keeps the extension of a name that is too long', () => {
    const name = nameOf(`http://x/${'a'.repeat(1000)}.zip`);
    expect([name.length, name.slice(-4)]).toEqual([255, '.zip']);
  });

  it('reads a hostile header in time that grows with its length only (SECURITY 9)', () => {
    const hostile = `attachment;${' filename ='.repeat(1400)}"${'\\'.repeat(1001)}`;
    expect(nameOf('http://x/a', hostile)).toEqual(expect.any(String));
  });
});
