import { describe, expect, it } from 'vitest';

const catalogues = import.meta.glob<Record<string, unknown>>('./*/*.json', {
  import: 'default',
  eager: true,
});

/** Keys without plural suffixes, because those differ between languages. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) {
    return [path.replace(/_(zero|one|two|few|many|other)$/, '')];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    keysOf(inner, path ? `${path}.${key}` : key),
  );
}

function placeholdersOf(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(/\{\{(\w+)\}\}/g)].map(([name]) => name);
  return Object.values(value ?? {}).flatMap(placeholdersOf);
}

describe('SPEC 1: Chinese and English', () => {
  const english = Object.keys(catalogues).filter((path) => path.startsWith('./en/'));

  it.each(english)('%s has the same texts in both', (path) => {
    const chinese = catalogues[path.replace('/en/', '/zh/')];
    expect(new Set(keysOf(chinese))).toEqual(new Set(keysOf(catalogues[path])));
    expect(new Set(placeholdersOf(chinese))).toEqual(new Set(placeholdersOf(catalogues[path])));
  });
});
