/**
 * Checks the budget of the first page: the gzipped code that `/` needs before it is shown, without parts
 * that load later. Run after `vite build`.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET_BYTES = 190_000;
const ENTRY = 'index.html';
const HOME = 'src/routes/index.tsx?tsr-split=component';
const TEXTS = ['shell', 'shares', 'text-shares', 'markdown'].map(
  (name) => `src/locales/zh/${name}.json`,
);

const write = (line: string) => process.stdout.write(`${line}\n`);

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const distribution = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(
  readFileSync(new URL('.vite/manifest.json', distribution), 'utf8'),
) as Record<string, Chunk>;

function withImports(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) withImports(imported, seen);
  return seen;
}

const files = new Set<string>();
for (const name of [ENTRY, HOME, ...TEXTS]) withImports(name, files);
const sizes = [...files].map((file) => ({
  file,
  bytes: gzipSync(readFileSync(new URL(file, distribution)), { level: 9 }).length,
}));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

for (const { file, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
  write(`${String(bytes).padStart(8)}  ${file}`);
}
write(`${String(total).padStart(8)}  initial JavaScript of /, gzipped (budget ${BUDGET_BYTES})`);
if (total > BUDGET_BYTES) process.exitCode = 1;
