import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExplorerScene, MOUNT, wordsOf } from './explorer-scene.ts';
import type { Tab } from './upload-scene.ts';

const FOLDERS = 500;
const FILES_IN_EACH = 4;
const FILE_BYTES = 2000;
/** Number of requests of the engine for a file of one part: begin, PUT and commit. */
const ENGINE_REQUESTS = 3;
const LIMIT_MS = 600_000;
const explorer = wordsOf('explorer');

/** Measures a folder of 500 folders with 2,000 small files: the time to the first byte, and the requests. */
export async function measureFolder(scene: ExplorerScene): Promise<void> {
  const folder = await writeTree(scene.directory);
  const tab = await scene.openTab();
  await tab.goto(`${scene.server.url}/mount-explorer${MOUNT}`);
  await tab.getByRole('toolbar', { name: explorer('actions.label') }).waitFor();
  const counts = new Map<string, number>();
  let firstByteAt = 0;
  let commits = 0;
  const files = FOLDERS * FILES_IN_EACH;
  const committed = Promise.withResolvers<void>();
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isBytes = pathname.startsWith('/s3/');
    if (isBytes && firstByteAt === 0) firstByteAt = Date.now();
    if (!isBytes && !pathname.startsWith('/api/')) return;
    const call = isBytes ? 'bytes' : pathname.replace('/api/', '');
    counts.set(call, (counts.get(call) ?? 0) + 1);
  });
  tab.on('requestfinished', (request) => {
    if (request.url().endsWith('/fs/multipart/complete')) commits += 1;
    if (commits === files) committed.resolve();
  });
  const begunAt = await chooseFolder(tab, folder);
  const timeout = setTimeout(() => committed.reject(new Error(`${commits} of ${files}`)), LIMIT_MS);
  await committed.promise;
  const endedAt = Date.now();
  clearTimeout(timeout);
  // Waits a moment, because the list shows stored files a little later and may make requests then.
  await tab.getByTitle('tree', { exact: true }).first().waitFor();
  await tab.waitForTimeout(2000);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const extra = (all - ENGINE_REQUESTS * files) / files;
  console.info(
    `  ${FOLDERS} folders with ${files} files of ${FILE_BYTES} B: first byte after ` +
      `${firstByteAt - begunAt} ms, all after ${((endedAt - begunAt) / 1000).toFixed(1)} s; ` +
      `${extra.toFixed(2)} requests a file beside the engine's ${ENGINE_REQUESTS}, ` +
      `${counts.get('fs/list') ?? 0} of them listings`,
  );
  for (const [call, count] of counts) console.info(`    ${call}: ${count}`);
  await tab.close();
}

async function writeTree(directory: string): Promise<string> {
  const tree = join(directory, 'tree');
  for (let index = 0; index < FOLDERS; index += 1) {
    const folder = join(tree, `folder ${String(index).padStart(3, '0')}`);
    await mkdir(folder, { recursive: true });
    for (let file = 0; file < FILES_IN_EACH; file += 1) {
      await writeFile(join(folder, `${file}.txt`), 'x'.repeat(FILE_BYTES));
    }
  }
  return tree;
}

/** @returns the time when the page got the files, in epoch milliseconds */
async function chooseFolder(tab: Tab, folder: string): Promise<number> {
  const chooser = tab.waitForEvent('filechooser');
  await tab.getByRole('button', { name: explorer('actions.more') }).click();
  await tab.getByRole('menuitem', { name: explorer('actions.uploadFolder') }).click();
  const files = await chooser;
  // Notes the time in the page, because Playwright reads and transfers the folder first, which users do not
  // wait for.
  await tab.evaluate(() => {
    const note = () => Object.assign(window, { chosenAt: Date.now() });
    addEventListener('change', note, { capture: true, once: true });
  });
  await files.setFiles(folder);
  return tab.evaluate(() => (window as unknown as { chosenAt?: number }).chosenAt ?? Date.now());
}
