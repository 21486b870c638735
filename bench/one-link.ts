// Time from the drop of a folder of 200 files to its link, beside a bare POST of the call that makes the link.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBundle } from '@satchel/api-client/contract/bundles';
import { type ExplorerScene, startExplorerScene, wordsOf } from './explorer-scene.ts';
import { median } from './median.ts';
import type { Tab } from './upload-scene.ts';

const FILES = 200;
const ROUNDS = 9;
const BARE_CALLS = 9;
const GOAL_MS = 300;
const words = wordsOf('file-shares');

/** Times in the page, in milliseconds. */
interface Steps {
  dropped: number;
  pressed: number;
  link: number;
  copied: number;
}

/** Milliseconds from the drop to each step. */
interface Round {
  readonly ready: number;
  readonly link: number;
  readonly copied: number;
  /** Median of the same call by `fetch`. */
  readonly bare: number;
}

const scene = await startExplorerScene();
try {
  const tree = await writeTree(scene.directory);
  // The first rounds load code and fill caches.
  await measure(scene, tree);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(scene, tree));
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  const bare = of((round) => round.bare);
  const tell = (name: string, ms: number) =>
    console.info(`  ${name}: ${ms.toFixed(0)} ms, ${(ms / bare).toFixed(1)} × the bare call`);
  console.info(`one-link: ${FILES} files in folders, medians of ${ROUNDS}`);
  tell('bare call', bare);
  tell(
    'drop to enabled button',
    of(({ ready }) => ready),
  );
  tell(
    `drop to link (goal ${GOAL_MS} ms)`,
    of(({ link }) => link),
  );
  tell(
    'drop to copied link',
    of(({ copied }) => copied),
  );
} finally {
  await scene.stop();
}

async function writeTree(directory: string): Promise<string> {
  const tree = join(directory, 'trip');
  for (let index = 0; index < FILES; index += 1) {
    const folder = index % 3 === 0 ? tree : join(tree, `day ${index % 4}`, 'more');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `note-${index}.txt`), 'x'.repeat(2000));
  }
  return tree;
}

async function measure({ browser, token, server }: ExplorerScene, tree: string): Promise<Round> {
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  try {
    const tab = await context.newPage();
    await tab.addInitScript((value) => localStorage.setItem('admin_token', value), token);
    await tab.goto(`${server.url}/upload`);
    const zone = tab.getByText(words('upload.drop'), { exact: true });
    await zone.waitFor();
    // Waits for the files that the page loads afterwards.
    await tab.waitForLoadState('networkidle');
    const bare = await callBare(tab, token);
    await watchSteps(tab);
    await drop(tab, zone, tree);
    const found = await tab.waitForFunction(() => {
      const { steps } = window as unknown as { readonly steps: Partial<Steps> };
      return steps.link !== undefined && steps.copied !== undefined ? (steps as Steps) : undefined;
    });
    const steps = (await found.jsonValue()) as Steps;
    return {
      bare,
      ready: steps.pressed - steps.dropped,
      link: steps.link - steps.dropped,
      copied: steps.copied - steps.dropped,
    };
  } finally {
    await context.close();
  }
}

/** Median of the same call by `fetch`. */
async function callBare(tab: Tab, token: string): Promise<number> {
  const { method, path } = createBundle;
  const times = await tab.evaluate(
    async ([url, init, count]) => {
      const measured: number[] = [];
      for (let call = 0; call < count; call += 1) {
        const begin = performance.now();
        await (await fetch(url, init)).json();
        measured.push(performance.now() - begin);
      }
      return measured;
    },
    [
      `/api${path}`,
      {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'bare', expires_in: 0 }),
      },
      BARE_CALLS,
    ] as const,
  );
  return median(times);
}

/**
 * Presses the start button as soon as it is enabled, and notes when each step is over. The link counts when
 * its frame has been painted.
 */
async function watchSteps(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    const steps: Partial<Steps> = {};
    Object.assign(window, { steps });
    const zone = document.querySelector('main') ?? document.body;
    addEventListener('drop', ({ timeStamp }) => Object.assign(steps, { dropped: timeStamp }), true);
    const { clipboard } = navigator;
    const write = clipboard.write.bind(clipboard);
    clipboard.write = async (items) => {
      await write(items);
      steps.copied = performance.now();
    };
    let isPressed = false;
    let isShown = false;
    new MutationObserver(() => {
      const button = zone.querySelector<HTMLButtonElement>('form button[type=submit]');
      if (steps.dropped !== undefined && button && !button.disabled && !isPressed) {
        isPressed = true;
        steps.pressed = performance.now();
        button.click();
      }
      if (isShown || !zone.querySelector('section a[href*="/share/"]')) return;
      isShown = true;
      requestAnimationFrame(() =>
        setTimeout(() => Object.assign(steps, { link: performance.now() })),
      );
    }).observe(zone, { subtree: true, childList: true, attributes: true });
  });
}

/** Drops a folder of the disk as a person does, which scripts of a page cannot. */
async function drop(tab: Tab, zone: ReturnType<Tab['getByText']>, path: string): Promise<void> {
  const box = await zone.boundingBox();
  if (!box) throw new Error('there is nothing to drop on');
  const session = await tab.context().newCDPSession(tab);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
}
