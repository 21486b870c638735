import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { describe, expect, inject, it } from 'vitest';
import { root, run } from './run.ts';

const packed = inject('packed');

describe.each(Object.entries(packed))('%s as it is packed', (_name, file) => {
  it('is complete and consistent for publint', async () => {
    await run(
      join(import.meta.dirname, 'node_modules/.bin/publint'),
      ['run', '--strict', file],
      root,
    );
  });

  it('has what its README links to', async () => {
    const packedFiles = await run('tar', ['-tzf', file], root);
    const readme = await run('tar', ['-xzOf', file, 'package/README.md'], root);
    for (const [, path] of readme.matchAll(/\]\((?!\.\.)([\w./-]+)[)#]/g)) {
      expect(packedFiles).toContain(`package/${path}`);
    }
  });
});

it('permissions is within its budget of bytes just as it is packed', async () => {
  const code = await run('tar', ['-xzOf', packed.permissions, 'package/dist/index.js'], root);
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(1500);
});

describe.each([
  ['permissions', packed.permissions],
  ['multipart-uploader', packed['multipart-uploader']],
  ['api-client', packed['api-client']],
])('the types of %s', (_name, file) => {
  it('are those of its code, wherever they are resolved', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(await readFile(file)));
    if (analysis.types === false) throw new Error('it has no types');
    const problems = analysis.problems.filter(
      (problem) =>
        // ESM only, which every supported Node can require; TypeScript 5.8 and later know that too.
        problem.kind !== 'CJSResolvesToESM' &&
        // Resolution from before `exports` (Node 10) is of no interest.
        !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    );
    expect(problems).toEqual([]);
  });
});
