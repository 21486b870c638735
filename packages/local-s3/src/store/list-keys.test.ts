import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterPrefix, fromByteKey, toByteKey } from './byte-key.ts';
import { type ListQuery, listKeys } from './list-keys.ts';
import { SortedIndex } from './sorted-index.ts';

interface Entry {
  readonly key: string;
}

function indexOf(keys: Iterable<string>): SortedIndex<Entry> {
  const index = new SortedIndex<Entry>();
  for (const key of keys) index.set({ key: toByteKey(key) });
  return index;
}

/** S3's rules by the letter, over the bytes of all keys. */
function expectedListing(keys: readonly string[], query: Omit<ListQuery, 'maxKeys' | 'after'>) {
  const sorted = [...new Set(keys)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const names: string[] = [];
  for (const key of sorted.map(toByteKey)) {
    if (!key.startsWith(query.prefix)) continue;
    const rest = key.slice(query.prefix.length);
    const at = query.delimiter === '' ? -1 : rest.indexOf(query.delimiter);
    const name =
      at < 0
        ? `key ${key}`
        : `prefix ${key.slice(0, query.prefix.length + at + query.delimiter.length)}`;
    if (!names.includes(name)) names.push(name);
  }
  return names;
}

function listAll(index: SortedIndex<Entry>, query: Omit<ListQuery, 'after'>): string[] {
  const names: string[] = [];
  let after = '';
  for (;;) {
    const page = listKeys(index, { ...query, after });
    expect(page.entries.length + page.commonPrefixes.length).toBeLessThanOrEqual(query.maxKeys);
    const found = [
      ...page.entries.map(({ key }) => ({ key, name: `key ${key}` })),
      ...page.commonPrefixes.map((key) => ({ key, name: `prefix ${key}` })),
    ];
    found.sort((a, b) => (a.key < b.key ? -1 : 1));
    names.push(...found.map(({ name }) => name));
    if (!page.isTruncated) return names;
    after = page.last;
  }
}

const character = fc.constantFrom('a', 'b', '/', '-', '0', 'é', '\uffee', '😀', '\u0001');
const key = fc.string({ unit: character, minLength: 1, maxLength: 6 });

test('pages of any size hold each key and common prefix once, in the order of UTF-8', () => {
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 60 }),
      fc.string({ unit: character, maxLength: 2 }),
      fc.constantFrom('', '/', '-', 'a/', '😀'),
      fc.integer({ min: 1, max: 9 }),
      (keys, prefix, delimiter, maxKeys) => {
        const query = { prefix: toByteKey(prefix), delimiter: toByteKey(delimiter) };
        const names = listAll(indexOf(keys), { ...query, maxKeys });
        expect(names).toEqual(expectedListing(keys, query));
      },
    ),
    { numRuns: 500 },
  );
});

test('an index that has grown, split and shrunk is like a sorted set', () => {
  const change = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 5000 }));
  fc.assert(
    fc.property(fc.array(change, { minLength: 3000, maxLength: 6000 }), (changes) => {
      const index = new SortedIndex<Entry>();
      const model = new Set<string>();
      for (const [isDelete, number] of changes) {
        const name = `key-${number}`;
        if (isDelete && number % 3 === 0) {
          index.delete(name);
          model.delete(name);
        } else {
          index.set({ key: name });
          model.add(name);
        }
      }
      expect([...index.from('')].map((entry) => entry.key)).toEqual([...model].sort());
      expect(index.size).toBe(model.size);
      expect(index.get('key-1') !== undefined).toBe(model.has('key-1'));
    }),
    { numRuns: 20 },
  );
});

test('a common prefix is one search, however many keys are below it', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `dir-${at % 100}/file-${at}`);
  const index = indexOf(keys);
  let visited = 0;
  const counting = Object.assign(Object.create(index), {
    *from(start: string) {
      for (const entry of index.from(start)) {
        visited += 1;
        yield entry;
      }
    },
  });
  const page = listKeys<Entry>(counting, { prefix: '', delimiter: '/', after: '', maxKeys: 1000 });
  expect(page.commonPrefixes).toHaveLength(100);
  expect(visited).toBeLessThanOrEqual(101);
});

test('byte keys keep any text and its byte order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(fromByteKey(toByteKey(a))).toBe(a);
      const order = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const [left, right] = [toByteKey(a), toByteKey(b)];
      expect(left < right ? -1 : Number(left > right)).toBe(order);
    }),
  );
});

test('what comes after a prefix is greater than all that starts with it', () => {
  expect(afterPrefix('a/')).toBe('a0');
  expect(afterPrefix('a\xff')).toBe('b');
  expect(afterPrefix('\xff')).toBeUndefined();
});
