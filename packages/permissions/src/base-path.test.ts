import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAncestorOf, isWithin, normalizePath } from './base-path.ts';

const segment = fc
  .string({ minLength: 1, unit: 'grapheme' })
  .map((text) => text.normalize('NFC'))
  .filter((text) => !/[/\\\p{Cc}\uFFFE\uFFFF]/u.test(text) && text !== '.' && text !== '..');
const segments = fc.array(segment, { maxLength: 5 });

describe('normalizePath', () => {
  it.each([
    ['', '/', false],
    ['/', '/', true],
    ['a', '/a', false],
    ['//a///b//', '/a/b', true],
    ['/文档/a b', '/文档/a b', false],
    ['/e\u0301', '/\u00e9', false],
    ['/a/...', '/a/...', false],
    ['/%2e%2e', '/%2e%2e', false],
  ])('spells %j as %j', (input, path, hasTrailingSlash) => {
    expect(normalizePath(input)).toEqual({ ok: true, path, hasTrailingSlash });
  });

  it.each([
    ['/a/../b', 'dot_segment'],
    ['..', 'dot_segment'],
    ['/a/.', 'dot_segment'],
    ['/a\\..\\b', 'backslash'],
    ['/a\0', 'control_character'],
    ['/a\r\nb', 'control_character'],
    ['/a\u0085', 'control_character'],
    ['/a\ufffeb', 'noncharacter'],
    ['/a\uffff', 'noncharacter'],
    ['/\ud800', 'malformed_unicode'],
  ])('refuses %j (SECURITY 2)', (input, problem) => {
    expect(normalizePath(input)).toEqual({ ok: false, problem });
  });

  it('leaves a normalised path as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (input) => {
        const once = normalizePath(input);
        if (!once.ok) return;
        expect(normalizePath(once.path)).toMatchObject({ ok: true, path: once.path });
      }),
    );
  });

  it('lets nothing through that climbs, whatever surrounds it', () => {
    fc.assert(
      fc.property(segments, segments, fc.constantFrom('.', '..'), (before, after, dots) => {
        const input = [...before, dots, ...after].join('/');
        expect(normalizePath(input)).toEqual({ ok: false, problem: 'dot_segment' });
      }),
    );
  });
});

describe('base paths (SPEC 5: equals the base path or lies beneath)', () => {
  it('are compared by segments: /a does not contain /ab', () => {
    expect(isWithin('/a', '/a')).toBe(true);
    expect(isWithin('/a/', '/a')).toBe(true);
    expect(isWithin('/a', '/a/b')).toBe(true);
    expect(isWithin('/a', '/ab')).toBe(false);
    expect(isWithin('/a/b', '/a')).toBe(false);
    expect(isWithin('/a', '/A')).toBe(false);
  });

  it('contain exactly what begins with their segments', () => {
    fc.assert(
      fc.property(segments, segments, (base, path) => {
        const begins = base.every((name, index) => path[index] === name);
        expect(isWithin(`/${base.join('/')}`, `/${path.join('/')}`)).toBe(begins);
      }),
    );
  });

  it('contain everything that is joined below them', () => {
    fc.assert(
      fc.property(segments, segments, (base, below) => {
        const basePath = `/${base.join('/')}`;
        const path = `/${[...base, ...below].join('/')}`;
        expect(isWithin(basePath, path)).toBe(true);
        expect(isAncestorOf(basePath, path)).toBe(below.length > 0);
        expect(isAncestorOf(path, basePath)).toBe(false);
      }),
    );
  });

  it('let / contain every path that can be normalised, and no other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        expect(isWithin('/', path)).toBe(normalizePath(path).ok);
      }),
    );
  });

  it('contain nothing when they are malformed themselves', () => {
    expect(isWithin('/a/..', '/')).toBe(false);
    expect(isWithin('/a/..', '/a/..')).toBe(false);
  });
});
