import type { PartState } from './session/job.ts';
import type { UploadProgress } from './timing/progress.ts';
import type { Upload, UploadEvents, UploadSnapshot } from './upload.ts';

/** Snapshot of an upload, and listeners to its events. */
export interface UploadRecord {
  readonly snapshot: () => UploadSnapshot;
  /** Whether the state is idle or uploading. */
  readonly isActive: () => boolean;
  readonly partState: (partNumber: number) => PartState;
  readonly on: Upload['on'];
  readonly update: (change: Partial<UploadSnapshot>) => void;
  readonly updateProgress: (progress: UploadProgress) => void;
  readonly updatePart: (partNumber: number, state: PartState) => void;
}

export function createUploadRecord(totalBytes: number): UploadRecord {
  const listeners = new Map<string, Set<(value: never) => void>>();
  const partStates = new Map<number, PartState>();
  let snapshot: UploadSnapshot = {
    state: 'idle',
    isPaused: false,
    isOffline: false,
    progress: { bytes: 0, totalBytes, bytesPerSecond: 0, timeLeftMs: null },
    error: null,
    result: null,
  };

  function emit<Name extends keyof UploadEvents>(name: Name, value: UploadEvents[Name]): void {
    for (const listener of listeners.get(name) ?? []) {
      try {
        listener(value as never);
      } catch (error) {
        // Reports an error of a listener as uncaught, so that it does not fail the upload.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
    if (name !== 'change') emit('change', snapshot);
  }

  const partState = (partNumber: number): PartState => partStates.get(partNumber) ?? 'pending';

  return {
    snapshot: () => snapshot,
    isActive: () => !(snapshot.error || snapshot.result),
    partState,
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
    update(change) {
      snapshot = { ...snapshot, ...change };
      emit('state', snapshot);
    },
    updateProgress(progress) {
      snapshot = { ...snapshot, progress };
      emit('progress', progress);
    },
    updatePart(partNumber, state) {
      if (partState(partNumber) === state) return;
      partStates.set(partNumber, state);
      emit('part', { partNumber, state });
    },
  };
}
