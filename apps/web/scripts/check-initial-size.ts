/**
 * Checks the budget of the first page: the gzipped code that `/` loads before it is visible, without parts
 * that load later. Run it after `vite build`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { addWithImports, type Chunk, readManifest } from '../build/manifest.ts';

const BUDGET_BYTES = 190_000;
const ENTRY = 'index.html';
const HOME = 'src/routes/index.tsx?tsr-split=component';
const TEXTS = ['shell', 'shares', 'text-shares', 'markdown'].map(
  (name) => `src/locales/zh/${name}.json`,
);

const write = (line: string) => process.stdout.write(`${line}\n`);

const distribution = fileURLToPath(new URL('../dist/', import.meta.url));
const chunks = readManifest(distribution);
const found = new Map<string, Chunk>();
for (const name of [ENTRY, HOME, ...TEXTS]) addWithImports(chunks, name, found);
const sizes = [...found.values()].map(({ file }) => ({
  file,
  bytes: gzipSync(readFileSync(join(distribution, file)), { level: 9 }).length,
}));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

for (const { file, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
  write(`${String(bytes).padStart(8)}  ${file}`);
}
write(`${String(total).padStart(8)}  initial JavaScript of /, gzipped (budget ${BUDGET_BYTES})`);
if (total > BUDGET_BYTES) process.exitCode = 1;
