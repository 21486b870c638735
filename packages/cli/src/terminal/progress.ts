import type { Context } from '../context.ts';
import { formatBytes } from './format.ts';
import { printable } from './output.ts';

const INTERVAL_MS = 100;

/** Progress on the last line of the terminal. Writes nothing if the output is not a terminal. */
export interface Progress {
  /** Sets the progress of one file in bytes. */
  update(file: string, bytes: number, totalBytes: number): void;
  /** Shows a text instead of figures. */
  show(text: string): void;
  /** Removes the line. */
  end(): void;
}

export function createProgress({ stderr, say }: Pick<Context, 'stderr' | 'say'>): Progress {
  const files = new Map<string, { bytes: number; totalBytes: number }>();
  const startedMs = Date.now();
  let firstBytes: number | undefined;
  let sum = 0;
  let total = 0;
  let nextMs = 0;
  let isShown = false;

  function show(text: string): void {
    if (!stderr.isTTY || Date.now() < nextMs) return;
    nextMs = Date.now() + INTERVAL_MS;
    // Cut to the width, because a wrapped line could not be overwritten. Some terminals do not report a
    // width.
    const most = (stderr.columns || 80) - 1;
    stderr.write(`\r${printable(text, stderr).slice(0, most)}\u001b[K`);
    isShown = true;
  }

  return {
    show,
    update(file, bytes, totalBytes) {
      const before = files.get(file);
      sum += bytes - (before?.bytes ?? 0);
      total += totalBytes - (before?.totalBytes ?? 0);
      files.set(file, { bytes, totalBytes });
      // Excludes bytes of an earlier run from the rate.
      firstBytes ??= sum;
      const perSecond = ((sum - firstBytes) * 1000) / Math.max(1, Date.now() - startedMs);
      const percent = total > 0 ? `${Math.floor((100 * sum) / total)} %  ` : '';
      const name = files.size === 1 ? file : say('files_count', { count: files.size });
      show(`${name}  ${percent}${formatBytes(sum)}  ${formatBytes(perSecond)}/s`);
    },
    end() {
      if (isShown) stderr.write('\r\u001b[K');
      isShown = false;
    },
  };
}
