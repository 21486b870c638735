import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bundle } from './browser/chromium.ts';

const SOURCE = join(import.meta.dirname, '../src');

/** Size of a page that imports one name only, minified and gzipped, in bytes. */
async function sizeOf(name: string, file: string): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'uploader-size-'));
  try {
    const entry = join(directory, 'page.ts');
    await writeFile(entry, `export { ${name} } from ${JSON.stringify(join(SOURCE, file))};`);
    return gzipSync(await bundle(entry), { level: 9 }).length;
  } finally {
    await rm(directory, { recursive: true });
  }
}

it.each([
  ['createUploader', 'index.ts', 5250],
  ['createXhrSender', 'xhr.ts', 1100],
  ['createFetchSender', 'fetch.ts', 900],
  ['createIndexedDbStore', 'indexeddb.ts', 2500],
])('%s stays within its budget of bytes', async (name, file, budget) => {
  expect(await sizeOf(name, file)).toBeLessThanOrEqual(budget);
});
