import { readFileSync } from 'node:fs';
import type { Tab, UploadScene } from './upload-scene.ts';

const INTERVAL_MS = 50;
const MEBIBYTE = 1024 ** 2;

/** Highest values so far, in MiB. */
export interface MemoryPeak {
  /** JavaScript heap of the tab, including its buffers. */
  heapMebibytes: number;
  /** Growth of the memory of the tab's process. */
  tabMebibytes: number;
  /** Memory of all processes of the browser, which read and send files. */
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

  // Closing the tab at the end aborts a running measurement.
  measure().catch(() => {});
  return () => {
    isOver = true;
  };
}

/** Private memory of a process, without shared programs and files. */
function ownMebibytes(processId: number): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // The process has ended.
    return 0;
  }
}
