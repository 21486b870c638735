import type { ExplorerScene } from './explorer-scene.ts';

const ENTRIES = 100_000;
const SCROLL_MS = 10_000;
const MEBIBYTE = 1024 ** 2;

/** Measures 100,000 entries: the time to the first rows, empty places while scrolling, and the heap. */
export async function measureEntries(scene: ExplorerScene): Promise<void> {
  const tab = await scene.openTab();
  let firstPageAt = 0;
  await tab.route('**/api/fs/list?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const json = pageOf(from, Number(query.get('limit')));
    if (firstPageAt === 0) firstPageAt = Date.now();
    await route.fulfill({ json });
  });
  await tab.goto(`${scene.server.url}/mount-explorer/big`);
  await tab.getByTitle('file 000000.bin', { exact: true }).waitFor();
  const firstRowsMs = Date.now() - firstPageAt;
  const all = new Intl.NumberFormat('en').format(ENTRIES);
  await tab.getByText(`${all} entries`, { exact: true }).waitFor({ timeout: 240_000 });
  const { frames, empty } = await tab.evaluate(scrollThrough, SCROLL_MS);
  const session = await tab.context().newCDPSession(tab);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  console.info(
    `  ${ENTRIES} entries: first rows ${firstRowsMs} ms after the first page; ${empty} of ${frames} ` +
      `frames with an empty place while scrolling; heap ${Math.round(usedSize / MEBIBYTE)} MiB`,
  );
  await tab.close();
}

function pageOf(from: number, count: number) {
  const items = Array.from({ length: count }, (_, index) => {
    const name = `file ${String(from + index).padStart(6, '0')}.bin`;
    const file = { isDirectory: false, isVirtual: false, size: 1, type: 0, typeName: 'unknown' };
    return { ...file, name, path: `/big/${name}`, modified: '2026-01-01T00:00:00.000Z' };
  });
  const next_cursor = from + count < ENTRIES ? String(from + count) : null;
  const directory = { path: '/big/', type: 'directory', isDirectory: true, isRoot: false };
  const data = { ...directory, isVirtual: false, mount_id: 'm', items, next_cursor };
  return { success: true, code: 200, message: 'OK', data };
}

/** Scrolls by three quarters of a screen at a time, and counts frames with a place without a row. */
async function scrollThrough(durationMs: number): Promise<{ frames: number; empty: number }> {
  const scroller = document.querySelector<HTMLElement>('[role=grid]');
  if (!scroller) throw new Error('there is no list');
  const { left, top, width, height } = scroller.getBoundingClientRect();
  let frames = 0;
  let empty = 0;
  const end = performance.now() + durationMs;
  while (performance.now() < end) {
    scroller.scrollTop += height * 0.75;
    // Waits for two frames: in the first the list handles the event, in the second it renders.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    frames += 1;
    const places = [0.1, 0.5, 0.9].map((part) =>
      document.elementFromPoint(left + width / 2, top + height * part),
    );
    if (places.some((element) => !element?.closest('[role=row]'))) empty += 1;
  }
  return { frames, empty };
}
