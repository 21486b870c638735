import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3ClientConfig } from '@aws-sdk/client-s3';

const PACKAGE = join(import.meta.dirname, '..');

/** Examples of the README as files in one folder, named by their first lines. */
export interface Recipes {
  readonly directory: string;
  /** Imports an example, such as `server.js`. */
  load<Exports>(name: string): Promise<Exports>;
  remove(): Promise<void>;
}

/**
 * Writes the examples of the README to a new folder.
 *
 * @param client options of the examples' S3 client
 */
export async function writeRecipes(client: S3ClientConfig = {}): Promise<Recipes> {
  // Inside the package, so that the examples' imports resolve.
  await mkdir(join(PACKAGE, 'test-results'), { recursive: true });
  const directory = await mkdtemp(join(PACKAGE, 'test-results/readme-'));
  for (const code of await readBlocks('js')) {
    const name = /^\/\/ ([\w-]+\.js)/.exec(code)?.[1];
    const configured = code
      .replace('new S3Client({', () => `new S3Client({ ...${JSON.stringify(client)},`)
      .replace('listen(3000)', "listen(0, '127.0.0.1')");
    if (name !== undefined) await writeFile(join(directory, name), configured);
  }
  return {
    directory,
    load: (name) => import(join(directory, name)),
    remove: () => rm(directory, { recursive: true }),
  };
}

/** Code blocks of one language. */
export async function readBlocks(language: string): Promise<readonly string[]> {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const blocks = readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'));
  return [...blocks].map(([, code = '']) => code);
}
