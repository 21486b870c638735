// Opening pages on a slow phone through Caddy with TLS and HTTP/2: paint, first key and first thumbnail, with budgets.
// `npm run bench phone`; ROUNDS changes how often each page is opened. Each time is a first visit.

import { join } from 'node:path';
import { completeBundle, createBundle } from '@satchel/api-client/contract/bundles';
import { type ExplorerScene, MOUNT, startExplorerScene } from './explorer-scene.ts';
import { median } from './median.ts';
import { fillWithPhotos, photo } from './photo.ts';
import { start } from './start-processes.ts';
import { startTlsProxy } from './tls-proxy.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const PHOTOS = 24;
const WAIT_MS = 30_000;
/** The line and the processor of Lighthouse's phone: 150 ms there and back, 1.6 Mbit/s, a quarter of the speed. */
const LINE = { DELAY_MS: '75', BYTES_PER_SECOND: '200000' };
const SLOWER = 4;
const SCREEN = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };

/** Milliseconds since the address was entered. */
interface Times {
  /** Largest paint so far. */
  painted: number;
  /** First key that had an effect. */
  key: number;
  /** First picture that was loaded. */
  thumbnail: number;
}

interface Opening {
  readonly name: string;
  readonly path: string;
  /** Key that is pressed until it has an effect on this element, which has the focus as soon as it is there. */
  readonly key?: { readonly of: string; readonly press: string };
  readonly isLoggedIn?: boolean;
  /** Goals in milliseconds; only these are measured. */
  readonly budgets: Partial<Times>;
}

const scene = await startExplorerScene();
const servers = { page: scene.server.url, store: scene.server.url, tus: scene.server.url };
const proxy = await startTlsProxy('caddy HTTP/2', servers, scene.directory);
const line = await start([join(import.meta.dirname, 'delay-proxy.ts')], {
  ...LINE,
  TARGET: proxy.url,
});
const origin = `https://localhost:${new URL(line.url).port}`;
try {
  await fillWithPhotos(scene, `${MOUNT}/photos`, PHOTOS);
  const openings: readonly Opening[] = [
    {
      name: '/',
      path: '/',
      key: { of: 'textarea', press: 'x' },
      budgets: { painted: 4200, key: 5000 },
    },
    {
      name: '/share/…',
      path: `/share/${await sharePhotos(scene)}`,
      budgets: { painted: 5000, thumbnail: 5000 },
    },
    {
      name: '/mount-explorer/…',
      path: `/mount-explorer${MOUNT}/photos`,
      key: { of: '[role=gridcell][tabindex="0"]', press: 'ArrowDown' },
      isLoggedIn: true,
      budgets: { painted: 7000, key: 7000, thumbnail: 7000 },
    },
  ];
  console.info(`phone: medians of ${ROUNDS} first visits, and the slowest`);
  for (const opening of openings) {
    const wanted = Object.keys(opening.budgets) as (keyof Times)[];
    const seen = wanted.filter((name) => name !== 'key');
    // The first visit makes the thumbnails.
    await open(scene, opening, seen);
    const rounds: Times[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const times = await open(scene, opening, seen);
      // A key ends the search for the largest paint, so it has a visit of its own.
      const { key } = opening.key ? await open(scene, opening, ['key']) : times;
      rounds.push({ ...times, key });
    }
    for (const name of wanted) {
      const values = rounds.map((times) => times[name]);
      tell(`${opening.name}, ${name}`, values, opening.budgets[name] ?? 0);
    }
  }
} finally {
  await line.stop();
  await proxy.stop();
  await scene.stop();
}

async function sharePhotos({ api, server, token }: ExplorerScene): Promise<string> {
  const { id, slug } = await api.call(createBundle, { body: { title: 'Photos' } });
  const body = await photo(1);
  for (let at = 0; at < PHOTOS; at += 1) {
    const name = `photo ${at}.jpg`;
    const query = new URLSearchParams({ bundle_id: id, relative_path: name });
    const url = `${server.url}/api/upload-direct/${encodeURIComponent(name)}?${query}`;
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(url, { method: 'PUT', headers, body });
    if (!reply.ok) throw new Error(await reply.text());
  }
  await api.call(completeBundle, { params: { id } });
  return slug;
}

async function open(
  { browser, token }: ExplorerScene,
  { path, key, isLoggedIn = false }: Opening,
  wanted: readonly (keyof Times)[],
): Promise<Times> {
  const context = await browser.newContext({
    ...SCREEN,
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
  });
  try {
    const tab = await context.newPage();
    await tab.addInitScript(watchTimes);
    if (key && wanted.includes('key')) await tab.addInitScript(focusFirst, key.of);
    if (isLoggedIn) {
      await tab.addInitScript((value) => {
        localStorage.setItem('admin_token', value);
        localStorage.setItem('file_explorer_view_mode', 'gallery');
      }, token);
    }
    const session = await context.newCDPSession(tab);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await tab.goto(`${origin}${path}`, { waitUntil: 'commit' });
    const read = () => tab.evaluate(() => (globalThis as unknown as { times: Times }).times);
    const end = Date.now() + WAIT_MS;
    let times = await read();
    while (wanted.some((name) => times[name] === 0)) {
      if (Date.now() > end) throw new Error(`${path} showed only ${JSON.stringify(times)}`);
      if (key && wanted.includes('key')) await tab.keyboard.press(key.press);
      await tab.waitForTimeout(50);
      times = await read();
    }
    // Lets larger paints come.
    await tab.waitForTimeout(2000);
    return await read();
  } finally {
    await context.close();
  }
}

/** Notes times in the page; runs before its own scripts. */
function watchTimes(): void {
  const times = { painted: 0, key: 0, thumbnail: 0 };
  Object.assign(globalThis, { times });
  new PerformanceObserver((list) => {
    times.painted = list.getEntries().at(-1)?.startTime ?? times.painted;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  let pressed: EventTarget | null = null;
  const noteKey = ({ target }: Event) => {
    // A letter changes the field that has it, an arrow moves the focus from one cell to another.
    const isMoved =
      pressed instanceof HTMLTextAreaElement ? pressed === target : pressed !== target;
    if (pressed && isMoved) times.key ||= performance.now();
  };
  addEventListener(
    'keydown',
    ({ target }) => {
      const isUsed = target instanceof Element && target.matches('textarea, [role=gridcell]');
      pressed = isUsed ? target : null;
    },
    true,
  );
  addEventListener('input', noteKey, true);
  addEventListener('focusin', noteKey, true);
  const isPicture = (target: EventTarget | null) =>
    target instanceof HTMLImageElement && /^blob:|thumbnail/.test(target.src);
  // Not of the window, which does not get what its elements load.
  document.addEventListener(
    'load',
    ({ target }) => {
      if (isPicture(target)) times.thumbnail ||= performance.now();
    },
    true,
  );
}

/** Focuses an element as soon as it is there; runs in the page. */
function focusFirst(selector: string): void {
  const look = () => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) found.focus();
    else requestAnimationFrame(look);
  };
  look();
}

function tell(name: string, values: readonly number[], budget: number): void {
  const middle = median(values);
  const isMissed = middle > budget;
  if (isMissed) process.exitCode = 1;
  console.info(
    `  ${name}: ${middle.toFixed(0)} ms, at most ${Math.max(...values).toFixed(0)}; ` +
      `budget ${budget}${isMissed ? ', MISSED' : ''}`,
  );
}
