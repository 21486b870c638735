import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Limit of all precached files together, uncompressed. The browser loads them once, in the background. */
const SHELL_BUDGET_BYTES = 1_900_000;
/**
 * A part of a page that needs a larger file than this is cached at its first use: the code editor, PDF,
 * formulas and diagrams.
 */
const PART_LIMIT_BYTES = 200_000;
/** The admin panel needs the server; a language of the code highlighter is cached at its first use. */
const NOT_PRECACHED = /^src\/routes\/admin|node_modules/;
const NAMED_FILES = new Set([
  'index.html',
  'before-paint.js',
  'favicon.svg',
  'manifest.webmanifest',
]);

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

interface ManifestEntry {
  url: string;
  revision: string | null;
  size: number;
}

/**
 * Tells the service worker which files to fetch when it is installed: those keep a revision. It caches
 * the others when they are used. The build fails where the shell is larger than its budget.
 *
 * @returns the transformation of the worker's list, and the plugin that tells it the folder of the build
 */
export function createAppShell() {
  let directory = '';
  const plugin: Plugin = {
    name: 'satchel:app-shell',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
  };
  const mark = (entries: ManifestEntry[]) => {
    const shell = shellFiles(directory);
    const manifest = entries.map((entry) => {
      const isNamed = NAMED_FILES.has(entry.url);
      const isShell = isNamed || shell.delete(entry.url);
      return { ...entry, revision: isShell ? (entry.revision ?? 'shell') : null };
    });
    if (shell.size > 0) throw new Error(`Not among the built files: ${[...shell].join(', ')}`);
    const bytes = manifest.reduce((sum, { size, revision }) => sum + (revision ? size : 0), 0);
    if (bytes > SHELL_BUDGET_BYTES) throw new Error(`The app shell has ${bytes} bytes`);
    return { manifest };
  };
  return { plugin, mark };
}

/** The app and every part that its pages can load, without large parts and the admin panel. */
function shellFiles(distribution: string): Set<string> {
  const chunks = JSON.parse(
    readFileSync(join(distribution, '.vite/manifest.json'), 'utf8'),
  ) as Record<string, Chunk>;
  const shell = new Set<string>();
  const waiting = ['index.html'];
  for (const entry of waiting) {
    const added = withImports(chunks, entry).filter(([name]) => !shell.has(name));
    const isLarge = added.some(
      ([, { file }]) => statSync(join(distribution, file)).size > PART_LIMIT_BYTES,
    );
    if (isLarge && entry !== 'index.html') continue;
    for (const [name, { dynamicImports = [] }] of added) {
      shell.add(name);
      for (const part of dynamicImports) {
        if (!NOT_PRECACHED.test(part) && !waiting.includes(part)) waiting.push(part);
      }
    }
  }
  const files = [...shell].flatMap((name) => [chunks[name]?.file, ...(chunks[name]?.css ?? [])]);
  return new Set(files.filter((file) => file !== undefined));
}

function withImports(
  chunks: Readonly<Record<string, Chunk>>,
  name: string,
  found = new Map<string, Chunk>(),
): [string, Chunk][] {
  const chunk = chunks[name];
  if (!chunk) throw new Error(`The build has no ${name}`);
  if (found.has(name)) return [];
  found.set(name, chunk);
  for (const imported of chunk.imports ?? []) withImports(chunks, imported, found);
  return [...found];
}
