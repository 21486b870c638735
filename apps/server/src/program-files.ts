import { extname, join } from 'node:path';

/** The package's own folder: this module's parent stands directly in it, as `src` and when bundled as `dist`. */
export const packageDirectory = join(import.meta.dirname, '..');

/**
 * URL of a file that Node starts by itself: a source, or its part of the bundle.
 *
 * @param name its path below `src`, without an ending
 */
export function programFile(name: string): URL {
  return new URL(`./${name}${extname(import.meta.filename)}`, import.meta.url);
}
