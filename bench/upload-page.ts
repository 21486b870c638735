// One file on the upload page without a proxy, compared to one plain PUT of the same file in the same browser.
// `MEBIBYTES=1000 ROUNDS=3 node bench/upload-page.ts`; the defaults are 200 MiB and 5.
import { startExplorerScene, wordsOf } from './explorer-scene.ts';
import { median } from './median.ts';
import { type Tab, writeFiles } from './upload-scene.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SIZE_BYTES = Number(process.env.MEBIBYTES ?? 200) * 1024 ** 2;
const LIMIT_MS = 300_000;
const shares = wordsOf('file-shares');
const tasks = wordsOf('tasks');

declare global {
  /** Time of the last click in the tab, in milliseconds since its start. */
  var clickedAtMs: number;
}

const scene = await startExplorerScene();
const [path = ''] = await writeFiles(scene.directory, 1, SIZE_BYTES);

/**
 * Measures from the click until the row says that the file is there, in milliseconds. The tab takes both times itself,
 * because a locator looks again only every 500 ms, and an upload takes twice that.
 */
async function uploadOnPage(tab: Tab): Promise<number> {
  await tab.goto(`${scene.server.url}/upload`, { waitUntil: 'networkidle' });
  const chooser = tab.waitForEvent('filechooser');
  await tab.getByRole('button', { name: shares('upload.chooseFiles'), exact: true }).click();
  await (await chooser).setFiles(path);
  const button = tab.getByRole('button', {
    name: shares('upload.start_one').replace('{{count}}', '1'),
  });
  await button.waitFor();
  await tab.evaluate(() => {
    const onClick = () => {
      globalThis.clickedAtMs = performance.now();
    };
    document.addEventListener('click', onClick, { capture: true });
  });
  await button.click();
  const elapsed = await tab.waitForFunction(
    (text) =>
      document.querySelector('main')?.textContent.includes(text) &&
      performance.now() - globalThis.clickedAtMs,
    tasks('states.completed'),
    { timeout: LIMIT_MS },
  );
  return Number(await elapsed.jsonValue());
}

async function putPlainly(tab: Tab): Promise<number> {
  await tab.goto(`${scene.server.url}/about`, { waitUntil: 'networkidle' });
  await tab.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { type: 'file' }));
  });
  await tab.locator('input[type=file]').setInputFiles(path);
  return tab.evaluate(async (token) => {
    const body = document.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0];
    const begin = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const init = { method: 'PUT', body: body ?? null, headers };
    const reply = await fetch('/api/upload-direct/plain.bin', init);
    if (!reply.ok) throw new Error(await reply.text());
    await reply.arrayBuffer();
    return performance.now() - begin;
  }, scene.token);
}

try {
  const ratios: number[] = [];
  const tab = await scene.openTab();
  // The first round fills the caches of browser and server, and teaches the engine how fast the line is.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [plain, ours] = [await putPlainly(tab), await uploadOnPage(tab)];
    console.info(`round ${round}: ${ours.toFixed(0)} ms, plain PUT ${plain.toFixed(0)} ms`);
    if (round > 0) ratios.push(plain / ours);
  }
  console.info(`upload-page: ${median(ratios).toFixed(2)} × the rate of a plain PUT (goal 0.9)`);
} finally {
  await scene.stop();
}
