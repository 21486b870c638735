import { toUploadError, UploadError } from './errors.ts';
import { isUploadGone, type PartState } from './job.ts';
import type { UploadProgress } from './progress.ts';
import type { UploadSession } from './session.ts';
import type { Upload, UploadEvents, UploadResult, UploadSnapshot } from './upload.ts';

/** What the handle needs done for it. */
export interface UploadRunner {
  /** Runs until completed; may be called again after it was cut or has failed. */
  run(signal: AbortSignal): Promise<UploadResult>;
  /** What the run has opened. */
  session(): UploadSession | null;
  /** Removes what the server and the store hold; another run begins anew. */
  drop(): Promise<void>;
  readProgress(): UploadProgress;
  stopProgress(): void;
}

/** What the runner tells the handle. */
export interface UploadReports {
  running(): void;
  offline(isOffline: boolean): void;
  progress(progress: UploadProgress): void;
  part(partNumber: number, state: PartState): void;
}

type Listeners = { [Name in keyof UploadEvents]: Set<(value: UploadEvents[Name]) => void> };

/** The state machine of SPEC 4 around a runner. */
export function createUploadHandle(
  subject: Pick<Upload, 'file' | 'name' | 'metadata' | 'priority'>,
  createRunner: (reports: UploadReports, priority: () => number) => UploadRunner,
): Upload {
  const listeners: Listeners = {
    state: new Set(),
    progress: new Set(),
    part: new Set(),
    change: new Set(),
  };
  const partStates = new Map<number, PartState>();
  let controller = new AbortController();
  let outcome = Promise.withResolvers<UploadResult>();
  let running: Promise<void> = Promise.resolve();

  function emit<Name extends keyof UploadEvents>(event: Name, value: UploadEvents[Name]): void {
    for (const listener of [...listeners[event]]) listener(value);
  }

  function update(change: Partial<UploadSnapshot>): void {
    snapshot = { ...snapshot, progress: runner.readProgress(), ...change };
    emit('state', snapshot);
    emit('change', snapshot);
  }

  const runner = createRunner(
    {
      running: () => update({ state: 'uploading' }),
      offline: (isOffline) => update({ isOffline }),
      progress(progress) {
        snapshot = { ...snapshot, progress };
        emit('progress', progress);
        emit('change', snapshot);
      },
      part(partNumber, state) {
        if (partStates.get(partNumber) === state) return;
        partStates.set(partNumber, state);
        emit('part', { partNumber, state });
        emit('change', snapshot);
      },
    },
    () => upload.priority,
  );

  let snapshot: UploadSnapshot = {
    state: 'idle',
    isPaused: false,
    isOffline: false,
    progress: runner.readProgress(),
    error: null,
    result: null,
  };

  function isActive(): boolean {
    return snapshot.state === 'idle' || snapshot.state === 'uploading';
  }

  async function runOnce(signal: AbortSignal): Promise<void> {
    try {
      const result = await runner.run(signal);
      if (!isActive()) return;
      runner.stopProgress();
      update({ state: 'completed', isPaused: false, result });
      outcome.resolve(result);
    } catch (error) {
      runner.stopProgress();
      if (!signal.aborted && isActive()) await fail(toUploadError(error));
    }
  }

  async function fail(error: UploadError): Promise<void> {
    update({ state: 'failed', error });
    outcome.reject(error);
    if (mustBeginAnew(error)) await runner.drop();
  }

  function start(): void {
    controller = new AbortController();
    const { signal } = controller;
    // One run after the other, also when pause and resume come faster than a run can end.
    running = running.then(() => (signal.aborted ? undefined : runOnce(signal)));
  }

  function ignoreRejection(): void {
    outcome.promise.catch(() => {});
  }

  const upload: Upload = {
    ...subject,
    get snapshot() {
      return snapshot;
    },
    get state() {
      return snapshot.state;
    },
    get progress() {
      return snapshot.progress;
    },
    get parts() {
      const plan = runner.session()?.plan ?? [];
      return plan.map(({ partNumber }) => ({
        partNumber,
        state: partStates.get(partNumber) ?? 'pending',
      }));
    },
    get done() {
      return outcome.promise;
    },
    on(event, listener) {
      listeners[event].add(listener);
      return () => void listeners[event].delete(listener);
    },
    pause() {
      if (!isActive() || snapshot.isPaused) return;
      controller.abort(new UploadError('aborted'));
      update({ state: 'idle', isPaused: true, isOffline: false });
    },
    resume() {
      if (snapshot.state === 'failed') {
        outcome = Promise.withResolvers();
        ignoreRejection();
      } else if (!snapshot.isPaused || !isActive()) return;
      update({ state: 'idle', isPaused: false, error: null });
      start();
    },
    async abort({ keep = false } = {}) {
      if (snapshot.state === 'completed' || snapshot.state === 'aborted') return running;
      const error = new UploadError('aborted');
      const wasFailed = snapshot.state === 'failed';
      controller.abort(error);
      update({ state: 'aborted', isPaused: false, isOffline: false, error });
      if (!wasFailed) outcome.reject(error);
      running = running.then(() => (keep ? undefined : runner.drop()));
      await running;
    },
  };

  ignoreRejection();
  start();
  return upload;
}

/** Whether the parts are of no use any more: gone, or not what the store can assemble. */
function mustBeginAnew(error: UploadError): boolean {
  const isUnusable = error.code === 'complete_failed' && error.status === 400;
  return isUnusable || error.code === 'size_mismatch' || isUploadGone(error);
}
