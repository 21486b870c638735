// npm run bench [name]: the benchmarks of bench/, one after another; each prints its ratios.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, node, root, run } from './setup.mjs';

ensureInstalled();
ensureBuilt('generate', 'build');
const wanted = process.argv[2];
for (const name of readdirSync(join(root, 'bench'))) {
  // A benchmark says on its first line what it compares; the rest are its parts.
  const isBenchmark =
    name.endsWith('.ts') && readFileSync(join(root, 'bench', name), 'utf8').startsWith('// ');
  if (isBenchmark && (!wanted || name === `${wanted}.ts`)) {
    process.stdout.write(`\n${name}\n`);
    run(node, [join(root, 'bench', name)]);
  }
}
