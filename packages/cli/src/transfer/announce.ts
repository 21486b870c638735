import { type Client, withRetries } from '@satchel/api-client';
import type { LocalFile } from './local-files.ts';

/** Largest number of files in one call. */
const MAX_FILES = 1000;
/** Interval of the reports in milliseconds; the server asks for at most one a second. */
const INTERVAL_MS = 1500;

/** Tells the visitors of a bundle which files are coming, and how far they are. */
export interface Announcer {
  /** Notes how many bytes of a file are sent. The next report has them. */
  report(file: LocalFile, sentBytes: number): void;
  /** Ends the reports. */
  stop(): Promise<void>;
}

/** Announces files that are about to be uploaded, and starts the reports. */
export async function announceFiles(
  { bundles }: Pick<Client, 'bundles'>,
  bundleId: string,
  files: readonly LocalFile[],
  signal: AbortSignal,
): Promise<Announcer> {
  const announce = (items: { path: string; size: number; sent?: number }[]) =>
    bundles.announce({ params: { id: bundleId }, body: { items } }, { signal });
  for (let start = 0; start < files.length; start += MAX_FILES) {
    const batch = files
      .slice(start, start + MAX_FILES)
      .map(({ itemPath, sizeBytes }) => ({ path: itemPath, size: sizeBytes }));
    await withRetries(() => announce(batch), signal);
  }
  const sent = new Map<LocalFile, number>();
  let reporting: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    if (reporting !== undefined || sent.size === 0) return;
    const items = [...sent].slice(0, MAX_FILES).map(([{ itemPath, sizeBytes }, bytes]) => ({
      ...{ path: itemPath, size: sizeBytes },
      sent: bytes,
    }));
    sent.clear();
    // A lost report does no harm, because the next one has newer figures.
    reporting = announce(items).catch(() => undefined);
    void reporting.finally(() => {
      reporting = undefined;
    });
  }, INTERVAL_MS);
  return {
    report(file, sentBytes) {
      // The upload itself says that a file has arrived.
      if (sentBytes < file.sizeBytes) sent.set(file, sentBytes);
      else sent.delete(file);
    },
    async stop() {
      clearInterval(timer);
      await reporting;
    },
  };
}
