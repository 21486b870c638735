import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

const FORBIDDEN: readonly (readonly [path: string, imported: string])[] = [
  ['packages/api-client/src/contract/things.ts', 'ky'],
  ['packages/api-client/src/contract/things.ts', 'node:fs'],
  ['packages/api-client/src/contract/things.ts', '../client.ts'],
  ['packages/permissions/src/things.ts', 'zod'],
  ['packages/permissions/src/things.ts', '@satchel/api-client/permissions'],
  ['packages/multipart-uploader/src/things.ts', '@satchel/permissions'],
  ['packages/local-s3/src/things.ts', 'fastify'],
  ['packages/local-s3/src/things.ts', '@satchel/permissions'],
  ['packages/ui/src/things.tsx', '@satchel/api-client'],
  ['packages/ui/src/things.tsx', 'react-i18next'],
  ['packages/ui/src/things.tsx', '@tanstack/react-query'],
  ['apps/server/src/features/things/routes.ts', './repository.ts'],
  ['apps/server/src/features/things/routes.ts', '#database'],
  ['apps/server/src/features/things/routes.ts', '#features/settings/service.ts'],
  ['apps/server/src/features/things/repository.ts', '#http/mount-endpoint.ts'],
  ['apps/server/src/features/things/repository.ts', 'fastify'],
  ['apps/server/src/features/things/service.ts', 'fastify'],
  ['apps/server/src/features/things/service.ts', '#http/mount-endpoint.ts'],
  ['apps/server/src/features/things/service.ts', '#database'],
  ['apps/server/src/features/things/service.ts', '#features/settings/repository.ts'],
  ['apps/server/src/http/things.ts', '#features/settings/service.ts'],
  ['apps/web/src/features/things/queries.ts', '#features/text-shares/queries.ts'],
  ['apps/web/src/features/things/queries.ts', '../../routes/index.tsx'],
  ['apps/web/src/shared/things.ts', '#features/text-shares/queries.ts'],
];

const ALLOWED: readonly (readonly [path: string, imported: string])[] = [
  ['packages/api-client/src/contract/things.ts', 'zod'],
  ['packages/api-client/src/contract/things.ts', '@satchel/permissions'],
  ['packages/permissions/src/things.ts', './flag-set.ts'],
  ['packages/local-s3/src/things.ts', 'node:fs'],
  ['packages/ui/src/things.tsx', 'react'],
  ['packages/ui/src/things.tsx', '@tanstack/react-virtual'],
  ['apps/server/src/features/things/routes.ts', './service.ts'],
  ['apps/server/src/features/things/routes.ts', '#http/mount-endpoint.ts'],
  ['apps/server/src/features/things/repository.ts', '#database'],
  ['apps/server/src/features/things/service.ts', '#features/settings/service.ts'],
  ['apps/server/src/features/things/service.ts', '#object-store'],
  ['apps/web/src/features/things/queries.ts', '#shared/api/client.ts'],
];

/**
 * Writes a tree of files with one import each under our rules, and tells which the linter refuses.
 * One file a case, because the place of a file decides about its imports.
 */
function findRefused(cases: typeof FORBIDDEN): ReadonlySet<number> {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-boundaries-'));
  try {
    copyFileSync(join(root, 'biome.json'), join(directory, 'biome.json'));
    for (const [index, [path, imported]] of cases.entries()) {
      const file = join(directory, path.replace('things', `things-${index}`));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `import { thing } from '${imported}';\n\nthing();\n`);
    }
    const { stdout, stderr } = spawnSync(
      join(root, 'node_modules/.bin/biome'),
      ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--reporter=github', '.'],
      { cwd: directory, encoding: 'utf8' },
    );
    return new Set(
      [...(stdout + stderr).matchAll(/title=lint\/style\/noRestrictedImports.*things-(\d+)/g)].map(
        ([, index]) => Number(index),
      ),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Two files of a package, of which the first imports a type of the second and that one of the first. */
function findCycle(imported: string): ReadonlySet<string> {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-cycles-'));
  const source = join(directory, 'packages/things/src');
  try {
    copyFileSync(join(root, 'biome.json'), join(directory, 'biome.json'));
    mkdirSync(source, { recursive: true });
    const places = { imports: { '#things/*': './src/*' }, exports: { './*': './src/*.ts' } };
    const manifest = { name: '@satchel/things', type: 'module', ...places };
    writeFileSync(join(source, '../package.json'), JSON.stringify(manifest));
    mkdirSync(join(source, '../node_modules/@satchel'), { recursive: true });
    symlinkSync('../..', join(source, '../node_modules/@satchel/things'));
    writeFileSync(
      join(source, 'first.ts'),
      `import type { Second } from '${imported}';\n\nexport interface First {\n  readonly second: Second;\n}\n`,
    );
    writeFileSync(
      join(source, 'second.ts'),
      "import type { First } from './first.ts';\n\nexport interface Second {\n  readonly first: First;\n}\n",
    );
    const { stdout, stderr } = spawnSync(
      join(root, 'node_modules/.bin/biome'),
      ['lint', '--only=suspicious/noImportCycles', '--vcs-enabled=false', '--reporter=github', '.'],
      { cwd: directory, encoding: 'utf8' },
    );
    return new Set(
      [
        ...(stdout + stderr).matchAll(
          /title=lint\/suspicious\/noImportCycles.*?(first|second)\.ts/g,
        ),
      ].map(([, name]) => String(name)),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Rooms of the server that import each other in a circle. A feature is a room, and so is a file of `src` itself. */
function findRoomCycles(): readonly string[] {
  const source = join(root, 'apps/server/src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  const roomOf = (path: string) => /^(?:features\/[^/]+(?=\/)|[^/]+)/.exec(path)?.[0] ?? path;
  const imported = new Map<string, Set<string>>();
  for (const path of files) {
    const room = roomOf(path);
    const rooms = imported.get(room) ?? new Set();
    imported.set(room, rooms);
    const text = readFileSync(join(source, path), 'utf8');
    for (const [, name = ''] of text.matchAll(/from '#([^']+)'/g)) {
      const other = name.includes('/') ? roomOf(name) : name;
      if (other !== room) rooms.add(other);
    }
  }
  const isReached = (from: string, to: string, seen: Set<string>): boolean =>
    [...(imported.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && isReached(next, to, seen.add(next))),
    );
  return [...imported.keys()].filter((room) => isReached(room, room, new Set())).sort();
}

describe('who may import whom (docs/architecture.md)', () => {
  const refused = findRefused([...FORBIDDEN, ...ALLOWED]);

  it.each(FORBIDDEN.map((pair, index) => [...pair, index] as const))(
    '%s may not import %s',
    (_path, _imported, index) => {
      expect(refused).toContain(index);
    },
  );

  it.each(ALLOWED.map((pair, index) => [...pair, FORBIDDEN.length + index] as const))(
    '%s may import %s',
    (_path, _imported, index) => {
      expect(refused).not.toContain(index);
    },
  );

  it.each(['./second.ts', '#things/second.ts', '@satchel/things/second'])(
    'may not import each other in a circle, not even types, by way of %s',
    (imported) => {
      expect(findCycle(imported)).toEqual(new Set(['first', 'second']));
    },
  );

  it('rooms of the server do not import each other in a circle', () => {
    expect(findRoomCycles()).toEqual([]);
  });

  it('finds nothing that reaches across packages without being declared', () => {
    const turbo = join(root, 'node_modules/.bin/turbo');
    const result = spawnSync(turbo, ['boundaries'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    });
    expect(result.stdout + result.stderr).toMatch(/Checked [1-9]\d* files in [1-9]\d* packages/);
    expect(result.status).toBe(0);
  });
});
