import type { SpeedMemory } from '@satchel/multipart-uploader';
import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

const KEY = 'upload_speed';
/** A server whose answers begin within it, in milliseconds, is on the same machine or in the same house. */
const NEAR_MS = 10;
/** The least that a line to such a server carries. */
const NEAR_BYTES_PER_SECOND = 16 * 2 ** 20;

/** Speed of this browser's last upload, or a guess before the first one. */
export const uploadSpeed: SpeedMemory = {
  read() {
    const stored = readStored(KEY);
    return stored === null ? guessSpeed() : Number(stored);
  },
  write: (bytesPerSecond) => void writeStored(KEY, String(Math.round(bytesPerSecond))),
};

/** The quickest answer of the API tells how far away the server is. */
function guessSpeed(): number | undefined {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const answersMs = entries
    .filter(
      ({ name, requestStart }) => requestStart > 0 && name.startsWith(`${location.origin}/api/`),
    )
    .map(({ requestStart, responseStart }) => responseStart - requestStart)
    .filter((ms) => ms > 0);
  return Math.min(...answersMs) <= NEAR_MS ? NEAR_BYTES_PER_SECOND : undefined;
}
