import { join } from 'node:path';
import { type StartedProcess, start } from './start-processes.ts';

/** The line between the browser and the proxy. */
export interface Line {
  /** Both ways together; default 0. */
  readonly latencyMs?: number;
  /** Share of lost segments, 0 to 1; default 0. */
  readonly loss?: number;
  /** Default unlimited. */
  readonly bytesPerSecond?: number;
}

/** Starts a line that leads to a server: of TCP, or of the datagrams of HTTP/3. */
export function startLine(
  target: string,
  { latencyMs = 0, loss = 0, bytesPerSecond = 0 }: Line,
  isQuic = false,
): Promise<StartedProcess> {
  const program = isQuic ? 'delay-datagrams.ts' : 'delay-proxy.ts';
  return start([join(import.meta.dirname, program)], {
    TARGET: target,
    DELAY_MS: String(latencyMs / 2),
    LOSS: String(loss),
    BYTES_PER_SECOND: String(bytesPerSecond),
  });
}
