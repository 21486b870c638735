import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageDirectory } from '../src/program-files.ts';

export { packageDirectory };

/**
 * URL of a bundled worker or process, in place of its source: Node takes 70 ms to read TypeScript, and
 * each server starts three workers.
 */
export function programFile(name: string): URL {
  return pathToFileURL(join(packageDirectory, 'dist', `${name}.cjs`));
}
