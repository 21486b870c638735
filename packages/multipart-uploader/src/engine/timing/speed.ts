/**
 * Remembers how fast uploads were, in bytes per second, so that later ones have parts of a fitting size.
 *
 * @example
 * const speed: SpeedMemory = {
 *   read: () => Number(localStorage.getItem('speed')) || undefined,
 *   write: (bytesPerSecond) => localStorage.setItem('speed', String(bytesPerSecond)),
 * };
 * const uploader = createUploader({ transport, send, speed });
 */
export interface SpeedMemory {
  /** Speed of the last upload with several parts; undefined while there was none. */
  read(): number | undefined;
  write(bytesPerSecond: number): void;
}

/** Remembers it as long as the uploader lives. */
export function createSpeedMemory(): SpeedMemory {
  let known: number | undefined;
  return {
    read: () => known,
    write(bytesPerSecond) {
      known = bytesPerSecond;
    },
  };
}
