import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type ExplorerScene, MOUNT, wordsOf } from './explorer-scene.ts';
import { type MemoryPeak, watchMemory } from './upload-memory.ts';
import type { Tab } from './upload-scene.ts';

const MEBIBYTE = 1024 ** 2;
const LIMIT_MS = 900_000;
const explorer = wordsOf('explorer');
const transfers = wordsOf('transfers');

/** Measures the memory of the tab while it uploads one file of 2 GiB. */
export async function measureUpload(scene: ExplorerScene): Promise<void> {
  const path = await writeFile(scene, 'large.bin', 2048);
  const tab = await scene.openTab();
  await tab.goto(`${scene.server.url}/mount-explorer${MOUNT}`);
  const peak = await peakOf(scene, tab, async () => {
    await upload(tab, path);
    await tab.getByTitle('large.bin', { exact: true }).waitFor({ timeout: LIMIT_MS });
  });
  console.info(`  upload of 2 GiB: ${told(peak)}`);
  await tab.close();
}

/** Measures 1,000 files of 1 MiB as one archive, which is written to the disk as it arrives. */
export async function measurePack(scene: ExplorerScene): Promise<void> {
  for (let index = 0; index < 1000; index += 1) {
    const form = new FormData();
    form.append('path', `${MOUNT}/many/`);
    form.append('file', new Blob([randomBytes(MEBIBYTE)]), `${1000 + index}.bin`);
    const headers = { authorization: `Bearer ${scene.token}` };
    const init = { method: 'POST', headers, body: form };
    const reply = await fetch(`${scene.server.url}/api/fs/upload`, init);
    if (!reply.ok) throw new Error(await reply.text());
  }
  const tab = await scene.openTab();
  // Replaces the file dialog by a file in the page's origin private file system.
  await tab.addInitScript(() => {
    const pick = async () =>
      (await navigator.storage.getDirectory()).getFileHandle('packed.zip', { create: true });
    Object.assign(window, { showSaveFilePicker: pick });
  });
  await tab.goto(`${scene.server.url}/mount-explorer${MOUNT}`);
  const menu = explorer('list.menuOf').replace('{{name}}', 'many');
  await tab.getByRole('button', { name: menu }).click();
  await tab.getByRole('menuitem', { name: explorer('actions.addToBasket') }).click();
  await tab.getByRole('button', { name: /^Basket/ }).click();
  await tab.getByRole('button', { name: transfers('basket.download') }).click();
  const start = tab.getByRole('button', { name: transfers('pack.start'), exact: true });
  const peak = await peakOf(scene, tab, async () => {
    await start.click();
    await tab.waitForFunction(
      async (bytes) => {
        const directory = await navigator.storage.getDirectory();
        const file = await directory.getFileHandle('packed.zip').then((it) => it.getFile());
        return file.size > bytes;
      },
      1000 * MEBIBYTE,
      { timeout: LIMIT_MS, polling: 1000 },
    );
  });
  console.info(`  packed download of 1,000 files of 1 MiB: ${told(peak)}`);
  await tab.close();
}

/** Measures how much is sent again after a reload in the middle of 200 MiB. */
export async function measureResume(scene: ExplorerScene): Promise<void> {
  const path = await writeFile(scene, 'cut.bin', 200);
  const tab = await scene.openTab();
  const sent: number[] = [];
  let passing = 20;
  await tab.route('**/s3/**', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    if (passing === 0) return;
    passing -= 1;
    sent.push(Number(new URL(route.request().url()).searchParams.get('partNumber')));
    await route.continue();
  });
  await tab.goto(`${scene.server.url}/mount-explorer${MOUNT}`);
  await upload(tab, path);
  const end = Date.now() + LIMIT_MS;
  while (passing > 0 && Date.now() < end) await tab.waitForTimeout(100);
  if (passing > 0) throw new Error(`only ${sent.length} parts were sent`);
  // Waits until the last parts have arrived and are recorded.
  await tab.waitForTimeout(3000);
  await tab.reload();
  const before = new Set(sent.splice(0));
  passing = 1000;
  const chooser = tab.waitForEvent('filechooser');
  await tab.getByRole('button', { name: transfers('pending.choose') }).click();
  await (await chooser).setFiles(path);
  await tab.getByTitle('cut.bin', { exact: true }).waitFor({ timeout: LIMIT_MS });
  const again = sent.filter((part) => before.has(part)).length;
  const query = new URLSearchParams({ path: `${MOUNT}/cut.bin` });
  const headers = { authorization: `Bearer ${scene.token}` };
  const reply = await fetch(`${scene.server.url}/api/fs/download?${query}`, { headers });
  const isEqual = (await sumOf(reply.body ?? [])) === (await sumOf(createReadStream(path)));
  console.info(
    `  reload in the middle of 200 MiB: ${before.size} parts before, ${sent.length} after, of which ` +
      `${again} again; ${isEqual ? 'byte-equal' : 'NOT EQUAL'}`,
  );
  await tab.close();
}

async function sumOf(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

async function upload(tab: Tab, path: string): Promise<void> {
  const chooser = tab.waitForEvent('filechooser');
  const toolbar = tab.getByRole('toolbar', { name: explorer('actions.label') });
  await toolbar.getByRole('button', { name: explorer('actions.uploadFiles') }).click();
  await (await chooser).setFiles(path);
}

async function peakOf(
  { browser }: ExplorerScene,
  tab: Tab,
  work: () => Promise<void>,
): Promise<MemoryPeak> {
  const peak: MemoryPeak = { heapMebibytes: 0, tabMebibytes: 0, browserMebibytes: 0 };
  const stop = await watchMemory({ browser }, tab, peak);
  await work();
  stop();
  return peak;
}

function told({ heapMebibytes, tabMebibytes, browserMebibytes }: MemoryPeak): string {
  const [heap, own, all] = [heapMebibytes, tabMebibytes, browserMebibytes].map(Math.round);
  return `heap at most ${heap} MiB; the tab grew by ${own}, the browser by ${all} MiB`;
}

async function writeFile(
  { directory }: ExplorerScene,
  name: string,
  mebibytes: number,
): Promise<string> {
  const path = join(directory, name);
  const file = createWriteStream(path);
  for (let written = 0; written < mebibytes; written += 1) {
    if (!file.write(randomBytes(MEBIBYTE))) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return path;
}
