import { loadavg } from 'node:os';
import { type ExplorerScene, MOUNT, openGallery } from './explorer-scene.ts';
import { fillWithPhotos } from './photo.ts';

const PHOTOS = Number(process.env.PHOTOS ?? 2000);
const OPENINGS = 12;
const FOLDER = `${MOUNT}/gallery`;
/** Pictures whose thumbnails exist before the second scroll. */
const PREPARED = Math.min(300, PHOTOS);
const SCROLLED_MS = 10_000;
const WHEEL_MS = 50;
const WHEEL_PX = 60;

/** Notes of the page about the tiles that are in view. */
interface Watch {
  /** Milliseconds from the start until no tile in view is empty; 0 while one is. */
  completeMs: number;
  /** How long each tile was in view and empty, in milliseconds. */
  emptyMs: number[];
  frameMs: number[];
  start(): void;
}

declare global {
  var satchelWatch: Watch;
}

/**
 * Measures the gallery of a folder with many photos: how long the first screen takes, what is loaded before it is
 * complete, and for how long tiles are empty while the page scrolls.
 */
export async function measureGallery(scene: ExplorerScene): Promise<void> {
  await fillWithPhotos(scene, FOLDER, PHOTOS);
  const first = await openOnce(scene);
  print('first opening, no thumbnail exists', [first]);
  const openings = [];
  for (let round = 0; round < OPENINGS; round += 1) openings.push(await openOnce(scene));
  print(`${OPENINGS} openings, thumbnails exist`, openings);
  await measureScroll(scene, 'scrolling, no thumbnail exists');
  await prepare(scene);
  await measureScroll(scene, 'scrolling, thumbnails exist');
}

interface Opening {
  readonly completeMs: number;
  /** Loads the same thumbnails again by bare requests, six at once, and decodes them. */
  readonly bareMs: number;
  /** Number of thumbnails on the first screen. */
  readonly seen: number;
  /** Thumbnails below the screen that arrived before the last one on it. */
  readonly early: number;
}

async function openOnce(scene: ExplorerScene): Promise<Opening> {
  const tab = await openGallery(scene, watchTiles);
  const arrived: string[] = [];
  tab.on('response', (reply) => {
    const { pathname, searchParams } = new URL(reply.url());
    if (pathname === '/api/fs/thumbnail') arrived.push(searchParams.get('path') ?? '');
  });
  const folder = tab.getByRole('gridcell').filter({ hasText: 'gallery' });
  await folder.waitFor();
  await tab.waitForTimeout(1000);
  await tab.evaluate(() => globalThis.satchelWatch.start());
  await folder.dblclick();
  await tab.waitForFunction(() => globalThis.satchelWatch.completeMs > 0, undefined, {
    timeout: 120_000,
  });
  const { completeMs, names } = await tab.evaluate(() => {
    const grid = document.querySelector('[role=grid]');
    const bottom = grid?.getBoundingClientRect().bottom ?? 0;
    const cells = [...(grid?.querySelectorAll('[data-cell]') ?? [])];
    const seen = cells.filter((cell) => cell.getBoundingClientRect().top < bottom);
    return {
      completeMs: globalThis.satchelWatch.completeMs,
      names: seen.map((cell) => /photo \d+\.jpg/.exec(cell.textContent)?.[0] ?? ''),
    };
  });
  const paths = names.map((name) => `${FOLDER}/${name}`);
  const last = arrived.findLastIndex((path) => paths.includes(path));
  const early = arrived.slice(0, last).filter((path) => !paths.includes(path)).length;
  const bareMs = await tab.evaluate(loadBare, { paths, token: scene.token });
  await tab.close();
  return { completeMs, bareMs, seen: names.length, early };
}

/** Runs in the page. */
async function loadBare({ paths, token }: { paths: string[]; token: string }): Promise<number> {
  const beginMs = performance.now();
  const worker = async () => {
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      const reply = await fetch(`/api/fs/thumbnail?path=${encodeURIComponent(path)}&size=512`, {
        headers: { authorization: `Bearer ${token}` },
        cache: 'reload',
      });
      await createImageBitmap(await reply.blob());
    }
  };
  await Promise.all([worker(), worker(), worker(), worker(), worker(), worker()]);
  return performance.now() - beginMs;
}

async function measureScroll(scene: ExplorerScene, what: string): Promise<void> {
  const tab = await openGallery(scene, watchTiles);
  await tab.getByRole('gridcell').filter({ hasText: 'gallery' }).dblclick();
  await tab.locator('[role=grid] img').first().waitFor({ timeout: 120_000 });
  await tab.waitForTimeout(3000);
  await tab.evaluate(() => globalThis.satchelWatch.start());
  await tab.mouse.move(640, 500);
  const end = Date.now() + SCROLLED_MS;
  let wheels = 0;
  for (; Date.now() < end; wheels += 1) {
    await tab.mouse.wheel(0, WHEEL_PX);
    await tab.waitForTimeout(WHEEL_MS);
  }
  const { emptyMs, frameMs } = await tab.evaluate(() => globalThis.satchelWatch);
  await tab.close();
  const late = frameMs.filter((ms) => ms > 20).length;
  console.info(
    `  ${what}: ${wheels * WHEEL_PX} px in 10 s; ${emptyMs.length} tiles were empty in view, ` +
      `at most ${at(emptyMs, 1)} ms, p95 ${at(emptyMs, 0.95)} ms, ` +
      `${emptyMs.filter((ms) => ms > 300).length} of them over 300 ms; ` +
      `${frameMs.length} frames, p95 ${at(frameMs, 0.95)} ms, ${late} over 20 ms; load ${load()}`,
  );
}

/** Has the server make thumbnails of the pictures that the scroll will pass. */
async function prepare({ server, token }: ExplorerScene): Promise<void> {
  const indexes = Array.from({ length: PREPARED }, (_, index) => PHOTOS - 1 - index);
  const worker = async () => {
    for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) {
      const path = encodeURIComponent(`${FOLDER}/photo ${String(index).padStart(4, '0')}.jpg`);
      const reply = await fetch(`${server.url}/api/fs/thumbnail?path=${path}&size=512`, {
        headers: { authorization: `Bearer ${token}` },
      });
      // A busy machine may take too long for some, which then have no thumbnail.
      if (!reply.ok && reply.status !== 404) throw new Error(await reply.text());
      await reply.arrayBuffer();
    }
  };
  await Promise.all([worker(), worker()]);
}

function print(what: string, openings: readonly Opening[]): void {
  const times = openings.map(({ completeMs }) => completeMs);
  const early = Math.max(...openings.map((opening) => opening.early));
  console.info(
    `  ${what}: first screen of ${openings[0]?.seen} tiles complete after ${at(times, 0.5)} ms, ` +
      `p95 ${at(times, 0.95)} ms, where the bare requests take ` +
      `${at(
        openings.map(({ bareMs }) => bareMs),
        0.5,
      )} ms; at most ${early} thumbnails below it arrived before; load ${load()}`,
  );
}

/** Value below which a share of the values lies, rounded. */
function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}

const load = () => Math.round(loadavg()[0] ?? 0);

/** Runs in the page before its own scripts. */
function watchTiles(): void {
  let startedMs = 0;
  let lastFrameMs = 0;
  const emptySince = new Map<Element, number>();
  const watch: Watch = {
    completeMs: 0,
    emptyMs: [],
    frameMs: [],
    start() {
      startedMs = performance.now();
      lastFrameMs = startedMs;
      watch.completeMs = 0;
      requestAnimationFrame(look);
    },
  };
  globalThis.satchelWatch = watch;

  function look(nowMs: number) {
    watch.frameMs.push(nowMs - lastFrameMs);
    lastFrameMs = nowMs;
    const grid = document.querySelector('[role=grid]');
    const area = grid?.getBoundingClientRect();
    const cells = grid && area ? [...grid.querySelectorAll('[data-cell]')] : [];
    const seen = cells.filter((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return bottom > (area?.top ?? 0) && top < (area?.bottom ?? 0);
    });
    const isEmpty = (cell: Element) => {
      const image = cell.querySelector('img');
      return !image?.complete || image.naturalWidth === 0;
    };
    const empty = new Set(seen.filter(isEmpty));
    for (const cell of empty) if (!emptySince.has(cell)) emptySince.set(cell, nowMs);
    for (const [cell, sinceMs] of emptySince) {
      if (empty.has(cell)) continue;
      watch.emptyMs.push(nowMs - sinceMs);
      emptySince.delete(cell);
    }
    // The list above the folder has the same role, and no picture.
    const isGallery = location.pathname.endsWith('/gallery');
    if (isGallery && watch.completeMs === 0 && seen.length > 1 && empty.size === 0) {
      watch.completeMs = nowMs - startedMs;
    }
    requestAnimationFrame(look);
  }
}
