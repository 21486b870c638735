import { toUploadError, UploadError } from './errors.ts';
import { isUploadGone } from './session/job.ts';
import type { Upload, UploadResult } from './upload.ts';
import type { UploadRecord } from './upload-record.ts';
import type { UploadRunner } from './upload-runner.ts';

type Controls = Pick<Upload, 'pause' | 'resume' | 'abort'> & { outcome(): Promise<UploadResult> };

/** Number of uploads so far. A counter, because `crypto.randomUUID` is missing on plain HTTP pages. */
let uploadCount = 0;

/** The {@link Upload} that the caller gets. */
export function createUploadHandle(
  { priority, ...subject }: Pick<Upload, 'file' | 'name' | 'metadata' | 'priority'>,
  record: UploadRecord,
  runner: UploadRunner,
  onPriority: () => void,
): Upload {
  const { snapshot, partState, on } = record;
  const { outcome, ...controls } = controlRuns(record, runner);
  let current = priority;
  uploadCount += 1;
  return {
    id: `upload-${uploadCount}`,
    ...subject,
    on,
    ...controls,
    get priority() {
      return current;
    },
    set priority(changed) {
      current = changed;
      onPriority();
    },
    get snapshot() {
      return snapshot();
    },
    get state() {
      return snapshot().state;
    },
    get progress() {
      return snapshot().progress;
    },
    get parts() {
      const plan = runner.session()?.plan ?? [];
      return plan.map(({ partNumber }) => ({ partNumber, state: partState(partNumber) }));
    },
    get done() {
      return outcome();
    },
  };
}

/** State machine of an upload: starts, aborts and restarts runs. */
function controlRuns({ snapshot, isActive, update }: UploadRecord, runner: UploadRunner): Controls {
  let controller: AbortController;
  let outcome = createOutcome();
  // Runs never overlap, even if pause and resume are faster than the end of a run.
  let running: Promise<void> = Promise.resolve();

  async function run(signal: AbortSignal): Promise<void> {
    try {
      if (signal.aborted) return;
      const result = await runner.run(signal);
      if (!isActive()) return;
      update({ state: 'completed', isPaused: false, result });
      outcome.resolve(result);
    } catch (cause) {
      if (signal.aborted) return;
      const error = toUploadError(cause);
      update({ state: 'failed', isOffline: false, error });
      outcome.reject(error);
      if (mustBeginAnew(error)) await runner.drop();
    }
  }

  function start(): void {
    controller = new AbortController();
    const { signal } = controller;
    running = running.then(() => run(signal));
  }

  start();
  return {
    outcome: () => outcome.promise,
    pause() {
      if (!isActive() || snapshot().isPaused) return;
      controller.abort();
      update({ state: 'idle', isPaused: true, isOffline: false });
    },
    resume() {
      const { state, isPaused } = snapshot();
      if (state === 'failed') outcome = createOutcome();
      else if (!isPaused) return;
      update({ state: 'idle', isPaused: false, error: null });
      start();
    },
    async abort({ keep = false } = {}) {
      if (!isActive() && snapshot().state !== 'failed') return running;
      const error = new UploadError('aborted');
      controller.abort(error);
      update({ state: 'aborted', isPaused: false, isOffline: false, error });
      outcome.reject(error);
      if (!keep) running = running.then(runner.drop);
      await running;
    },
  };
}

/** Marks a rejection as handled, because callers that listen to the events need not catch the promise. */
function createOutcome(): PromiseWithResolvers<UploadResult> {
  const outcome = Promise.withResolvers<UploadResult>();
  outcome.promise.catch(() => {});
  return outcome;
}

/** Whether the parts are unusable: missing, or of sizes that the store does not assemble. */
function mustBeginAnew(error: UploadError): boolean {
  const isUnusable = error.code === 'complete_failed' && error.status === 400;
  return isUnusable || error.code === 'size_mismatch' || isUploadGone(error);
}
