import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeConfiguration } from './reference.ts';

it('docs/configuration.md is what `node apps/server/scripts/write-configuration.ts` writes', async () => {
  const file = join(import.meta.dirname, '../../../../docs/configuration.md');
  expect(await readFile(file, 'utf8')).toBe(describeConfiguration());
});
