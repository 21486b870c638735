import type { UploadProgress, UploadSnapshot } from '@satchel/multipart-uploader';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function sayBytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${number.format(bytes / 1000)} kB`
    : `${number.format(bytes / 1_000_000)} MB`;
}

export function sayDuration(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/**
 * Such as `12.4 MB of 64 MB · 8 MB/s · 7 s left`.
 *
 * @param isMoving whether the rate of the last seconds still says something
 */
export function sayProgress(
  { bytes, totalBytes, bytesPerSecond, timeLeftMs }: UploadProgress,
  isMoving: boolean,
): string {
  if (bytes === totalBytes) return sayBytes(totalBytes);
  const sum = `${sayBytes(bytes)} of ${sayBytes(totalBytes)}`;
  if (!isMoving || timeLeftMs === null) return sum;
  return `${sum} · ${sayBytes(bytesPerSecond)}/s · ${sayDuration(timeLeftMs)} left`;
}

/** Whether parts are on their way, and not only waiting for the network. */
export function isMoving({ state, isOffline }: UploadSnapshot): boolean {
  return state === 'uploading' && !isOffline;
}

/** @param isWhole whether the store has every part */
export function sayState(
  { state, isPaused, isOffline, error }: UploadSnapshot,
  isWhole: boolean,
): string {
  if (isPaused) return 'Paused';
  if (isOffline) return 'Waiting for the network';
  switch (state) {
    case 'idle':
      return 'Waiting its turn';
    case 'uploading':
      return isWhole ? 'Being put together' : 'On its way';
    case 'completed':
      return 'Stored';
    case 'aborted':
      return 'Cancelled';
    case 'failed':
      return capitalise(error?.message ?? 'failed');
  }
}

function capitalise(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
