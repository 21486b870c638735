import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundle } from '@satchel/test-kit/chromium';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src');

/** Size of a page that imports only one name, minified and gzipped, in bytes. */
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
  ['createUploader', 'index.ts', 6400],
  ['createXhrSender', 'senders/xhr.ts', 1100],
  ['createFetchSender', 'senders/fetch.ts', 900],
  ['createIndexedDbStore', 'stores/indexeddb.ts', 2500],
])('%s stays within its budget of bytes', async (name, file, budget) => {
  expect(await sizeOf(name, file)).toBeLessThanOrEqual(budget);
});
