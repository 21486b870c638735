import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { addWithImports, type Chunk, readManifest } from './manifest.ts';

/** Limit of all precached files together, uncompressed. The browser loads them once, in the background. */
const SHELL_BUDGET_BYTES = 1_900_000;
/**
 * A part of a page that needs a larger file than this is cached at its first use: the code editor, PDF,
 * formulas and diagrams.
 */
const PART_LIMIT_BYTES = 200_000;
/**
 * The admin panel, bundles and upload requests, with their texts, and previews of archives and documents need
 * the server. A language of the code highlighter and the reader of formatted text are cached at their first
 * use.
 */
const NOT_PRECACHED = new RegExp(
  [
    String.raw`^src/routes/(admin|share\.|request\.)`,
    'locales/../(api-keys|audit-log|bundles|dashboard|mounts|notifications|settings|storage-configs|upload-requests)',
    '^src/shared/previews/documents/',
    'html-to-markdown',
    'node_modules',
  ].join('|'),
);
const ENTRY = 'index.html';
const NAMED_FILES = new Set([ENTRY, 'before-paint.js', 'favicon.svg', 'manifest.webmanifest']);

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
  const chunks = readManifest(distribution);
  const shell = new Map<string, Chunk>();
  addWithImports(chunks, ENTRY, shell);
  const isLarge = ({ file }: Chunk) => statSync(join(distribution, file)).size > PART_LIMIT_BYTES;
  // Parts that are added here are visited, too.
  for (const { dynamicImports = [] } of shell.values()) {
    for (const part of dynamicImports) {
      if (NOT_PRECACHED.test(part)) continue;
      const added = new Map(shell);
      addWithImports(chunks, part, added);
      for (const name of shell.keys()) added.delete(name);
      if ([...added.values()].some(isLarge)) continue;
      for (const [name, chunk] of added) shell.set(name, chunk);
    }
  }
  return new Set([...shell.values()].flatMap(({ file, css = [] }) => [file, ...css]));
}
