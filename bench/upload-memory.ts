import { readFileSync } from 'node:fs';
import type { Tab, UploadScene } from './upload-scene.ts';

const INTERVAL_MS = 50;
const MEBIBYTE = 1024 ** 2;

/** The highest values so far, in MiB. */
export interface MemoryPeak {
  /** The heap of the tab's JavaScript with the buffers that it holds. */
  heapMebibytes: number;
  /** By how much the memory of the process of the tab has grown. */
  tabMebibytes: number;
  /** Memory of all processes of the browser, which read files and send them, in MiB. */
  browserMebibytes: number;
}

/** Measures a tab until the returned function is called. */
export async function watchMemory(
  { browser }: Pick<UploadScene, 'browser'>,
  tab: Tab,
  peak: MemoryPeak,
): Promise<() => void> {
  const session = await tab.context().newCDPSession(tab);
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  const ofTabs = processInfo.filter(({ type }) => type === 'renderer');
  const add = (processes: typeof processInfo) =>
    processes.reduce((sum, { id }) => sum + ownMebibytes(id), 0);
  const [tabBefore, browserBefore] = [add(ofTabs), add(processInfo)];

  let isOver = false;
  async function measure(): Promise<void> {
    while (!isOver) {
      peak.tabMebibytes = Math.max(peak.tabMebibytes, add(ofTabs) - tabBefore);
      peak.browserMebibytes = Math.max(peak.browserMebibytes, add(processInfo) - browserBefore);
      const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
      const heapMebibytes = (usedSize + backingStorageSize) / MEBIBYTE;
      peak.heapMebibytes = Math.max(peak.heapMebibytes, heapMebibytes);
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }

  // The tab is closed at the end, which ends a measurement that is just being made.
  measure().catch(() => {});
  return () => {
    isOver = true;
  };
}

/** Private memory of a process; programs and files that it shares with others do not count. */
function ownMebibytes(processId: number): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // It has ended.
    return 0;
  }
}
