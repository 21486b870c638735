import { extname, join } from 'node:path';

/** Folder of the package: the parent of this module's folder, which is `src`, or `dist` when bundled. */
export const packageDirectory = join(import.meta.dirname, '..');

/**
 * URL of a file that Node starts as a worker or process: a source, or its part of the bundle.
 *
 * @param name its path below `src`, without an extension
 */
export function programFile(name: string): URL {
  return new URL(`./${name}${extname(import.meta.filename)}`, import.meta.url);
}
