import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalizePath } from './base-path.ts';
import { createPermissions } from './create-permissions.ts';

const FLAGS = { read: 1, write: 2, publish: 4 } as const;
const { decide, decideListing } = createPermissions({
  flags: FLAGS,
  groups: { edit: ['write', 'publish'] },
  holders: { key: 'key:' },
});
const permission = fc.constantFrom('read', 'write', 'publish', 'edit');
const bits = fc.integer({ min: 0, max: 7 });
const name = fc.constantFrom('team', 'Team', 'te\u0301am', 't\u00e9am', 'docs', 'team.', 'team ');
const basePath = fc.array(name, { maxLength: 3 }).map((names) => `/${names.join('/')}`);
/** Pieces that proxies, file systems and storages read as a way up, or as another spelling of a name. */
const piece = fc.constantFrom(
  ...[
    '..',
    '.',
    '...',
    '%2e%2e',
    '%2E.',
    '..%2f',
    '%252e%252e',
    '..;',
    '.. ',
    '..\\',
    '\\',
    '/',
    '//',
  ],
  ...['\0', '%00', '\u2024\u2024', '\uff0e\uff0e', '\uff0f', '\u2215', '\u200b..', '\u202e', ' '],
);
const path = fc
  .array(fc.oneof(name, piece, fc.constant('/')), { maxLength: 10 })
  .map((pieces) => pieces.join(''));
const below = fc.tuple(basePath, path).map(([base, rest]) => `${base}/${rest}`);

const holder = (permissions: number, base: string) =>
  ({ kind: 'key', id: '1', permissions, basePath: base }) as const;

it('no spelling of a path leads a key above its base path', () => {
  fc.assert(
    fc.property(basePath, fc.oneof(path, below), permission, (base, input, wanted) => {
      if (!decide(holder(7, base), wanted, input).allowed) return;
      const found = normalizePath(input);
      const root = normalizePath(base);
      if (!found.ok || !root.ok) throw new Error('a refused path was allowed');
      // The one spelling has nothing that a file system resolves further.
      expect(posix.normalize(found.path)).toBe(found.path);
      expect(found.path).not.toMatch(/\\|\p{Cc}|(^|\/)\.\.?(\/|$)/u);
      const names = found.path.split('/').filter(Boolean);
      const rootNames = root.path.split('/').filter(Boolean);
      expect(names.slice(0, rootNames.length)).toEqual(rootNames);
    }),
    { numRuns: 5000 },
  );
});

it('a spelling that may be listed is within the base path, or on the way to it', () => {
  fc.assert(
    fc.property(basePath, fc.oneof(path, below), (base, input) => {
      if (!decideListing(holder(7, base), 'read', input).allowed) return;
      const found = normalizePath(input);
      const root = normalizePath(base);
      if (!found.ok || !root.ok) throw new Error('a refused path was allowed');
      const [short = '', long = ''] = [`${found.path}/`, `${root.path}/`]
        .map((each) => each.replace('//', '/'))
        .toSorted((a, b) => a.length - b.length);
      expect(long.startsWith(short)).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

it('more permissions, or a base path further up, take nothing away', () => {
  fc.assert(
    fc.property(
      bits,
      bits,
      basePath,
      fc.oneof(path, below),
      permission,
      (few, more, base, input, wanted) => {
        if (!decide(holder(few, base), wanted, input).allowed) return;
        expect(decide(holder(few | more, base), wanted, input).allowed).toBe(true);
        expect(decide(holder(few, posix.dirname(base)), wanted, input).allowed).toBe(true);
        expect(decide({ kind: 'admin', id: '1' }, wanted, input).allowed).toBe(true);
      },
    ),
    { numRuns: 5000 },
  );
});
