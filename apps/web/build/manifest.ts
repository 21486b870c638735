import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** File of the build, as Vite's manifest describes it. */
export interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** Chunks by the module that they were made for. */
export type Chunks = Readonly<Record<string, Chunk>>;

export function readManifest(distribution: string): Chunks {
  return JSON.parse(readFileSync(join(distribution, '.vite/manifest.json'), 'utf8')) as Chunks;
}

/** Adds a chunk to `found`, with everything that it imports at once. */
export function addWithImports(chunks: Chunks, name: string, found: Map<string, Chunk>): void {
  const chunk = chunks[name];
  if (!chunk) throw new Error(`The build has no ${name}`);
  if (found.has(name)) return;
  found.set(name, chunk);
  for (const imported of chunk.imports ?? []) addWithImports(chunks, imported, found);
}
