/** S3 knows times to the second, in headers and in listings alike. */
export function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000) * 1000;
}

export function httpDate(timeMs: number): string {
  return new Date(timeMs).toUTCString();
}

export function isoDate(timeMs: number): string {
  return new Date(toSeconds(timeMs)).toISOString();
}
