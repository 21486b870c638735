// Start of the installed app without a network, compared to the first visit and to a start with a network;
// and the files that the service worker caches for it.
import { launchChromium } from '@satchel/test-kit/chromium';
import { WHOLE_CHROMIUM } from '@satchel/test-kit/chromium-options';
import { median } from './median.ts';
import { startSatchel } from './start-processes.ts';

const ROUNDS = 11;
/** Budget of the shell, the same as in the build's own check. */
const BUDGET_BYTES = 1_900_000;

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Context = Awaited<ReturnType<Browser['newContext']>>;

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;

const server = await startSatchel();
const browser = await launchChromium(WHOLE_CHROMIUM);
let isServerUp = true;
try {
  const first: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) first.push(await startFresh());
  const context = await browser.newContext();
  await tellShell();
  await installIn(context);
  const online: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) online.push(await startIn(context));
  await server.stop();
  isServerUp = false;
  const offline: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) offline.push(await startIn(context));
  tell('first visit', first, first);
  tell('warm, online', online, first);
  tell('warm, server stopped', offline, first);
} finally {
  await browser.close();
  if (isServerUp) await server.stop();
}

/** Times in milliseconds since the navigation. */
interface Start {
  readonly painted: number;
  /** When the text field of Home accepts letters. */
  readonly usable: number;
}

async function startFresh(): Promise<Start> {
  // Blocks the worker, which would load the shell at the same time as the page.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const start = await startIn(context);
  await context.close();
  return start;
}

async function startIn(context: Context): Promise<Start> {
  const tab = await context.newPage();
  await tab.goto(server.url, { waitUntil: 'commit' });
  const usable = await tab.waitForFunction(() => {
    const isUsable = document.querySelector('main textarea, main [contenteditable="true"]');
    return isUsable ? performance.now() : 0;
  });
  const start = {
    usable: Number(await usable.jsonValue()),
    painted: await tab.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ),
  };
  await tab.close();
  return start;
}

/** Opens the app once, and waits until the worker has cached everything that it needs offline. */
async function installIn(context: Context): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(server.url);
  await tab.evaluate(() => navigator.serviceWorker.ready);
  await tab.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await tab.close();
}

/** Prints the files that a worker caches when it is installed, before any page was opened. */
async function tellShell(): Promise<void> {
  const tab = await browser.newPage();
  await tab.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await tab.goto(`${server.url}/empty`);
  await tab.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
  });
  const sizes = await tab.evaluate(async () => {
    const found: { bytes: number; gzipped: number }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const file = await (await cache.match(request))?.blob();
        if (!file) continue;
        const packed = file.stream().pipeThrough(new CompressionStream('gzip'));
        const { byteLength } = await new Response(packed).arrayBuffer();
        found.push({ bytes: file.size, gzipped: byteLength });
      }
    }
    return found;
  });
  await tab.close();
  const sum = (key: 'bytes' | 'gzipped') => sizes.reduce((total, size) => total + size[key], 0);
  console.info(
    `offline-start: ${sizes.length} files precached, ${kilobytes(sum('bytes'))} (goal ${kilobytes(BUDGET_BYTES)}), ${kilobytes(sum('gzipped'))} gzipped`,
  );
}

function tell(name: string, starts: readonly Start[], base: readonly Start[]): void {
  const of = (list: readonly Start[], key: keyof Start) => median(list.map((one) => one[key]));
  const told = (key: keyof Start) =>
    `${of(starts, key).toFixed(0)} ms (${(of(starts, key) / of(base, key)).toFixed(2)} ×)`;
  console.info(`  ${name}: painted after ${told('painted')}, usable after ${told('usable')}`);
}
