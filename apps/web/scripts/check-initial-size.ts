/**
 * Checks the budget of the first page: what `/` loads before anybody does anything, gzipped, without
 * the lazily loaded editor; and that no page of visitors waits for code of which it shows nothing. Run
 * after `vite build`.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET_BYTES = 170_000;
const ENTRY = 'index.html';
const pageOf = (route: string) => `src/routes/${route}.tsx?tsr-split=component`;
const HOME = pageOf('index');
const PAGES = [HOME, ...['paste.$slug', 'file.$slug', 'upload'].map(pageOf)];
/** What opens when something is pressed, and the sentences of all errors. */
const LATER = /[/](base-ui|popups|sentence-of)-/;
const TEXTS = 'texts-zh';

const write = (line: string) => process.stdout.write(`${line}\n`);

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}

const distribution = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(
  readFileSync(new URL('.vite/manifest.json', distribution), 'utf8'),
) as Record<string, Chunk>;

function withImports(name: string, seen = new Set<string>()): Set<string> {
  // What several import is listed by its file.
  const chunk = manifest[name] ?? Object.values(manifest).find((other) => other.name === name);
  if (!chunk) throw new Error(`The build has no ${name}`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) withImports(imported, seen);
  return seen;
}

const files = new Set<string>();
for (const name of [ENTRY, HOME, TEXTS]) withImports(name, files);
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

for (const page of PAGES) {
  const early = [...withImports(page)].filter((file) => LATER.test(file));
  if (early.length === 0) continue;
  write(`${page} waits for ${early.join(', ')}`);
  process.exitCode = 1;
}
