import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeAttackTests, findAttackTests, readAttacks } from './attack-tests.mjs';

it('every attack of docs/reference/attacks.md is tried by a test that names it', () => {
  expect(readAttacks().size).toBeGreaterThanOrEqual(27);
  const untried = [...findAttackTests()].filter(([, tests]) => tests.length === 0);
  expect(untried).toEqual([]);
});

it('docs/security.md is what `node scripts/attack-tests.mjs` writes', async () => {
  const file = join(import.meta.dirname, '../docs/security.md');
  expect(await readFile(file, 'utf8')).toBe(describeAttackTests());
});
