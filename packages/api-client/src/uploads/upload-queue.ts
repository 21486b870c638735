import { ApiError, networkFailure } from '../api-error.ts';
import type { StartedUpload, UploadEngine, UploadTarget } from './upload-engine.ts';
import type {
  UploadEngineOptions,
  UploadHandle,
  UploadOptions,
  UploadState,
} from './upload-handle.ts';

/** Queue of all uploads of a client, to shares and to directories. */
export interface UploadQueue {
  add<Result>(file: Blob, target: UploadTarget, options: UploadOptions): UploadHandle<Result>;
}

/**
 * Creates the queue of `fileShares.upload` and `fs.upload`.
 *
 * @example
 * const fileShares = createFileShares(api, createUploadQueue({ concurrentParts: 5 }));
 */
export function createUploadQueue(options: UploadEngineOptions = {}): UploadQueue {
  // The engine is loaded with the first upload, so that pages without uploads stay small.
  let loading: Promise<UploadEngine> | undefined;
  const load = () =>
    import('./upload-engine.ts')
      .then(({ loadEngine }) => loadEngine(options))
      .catch((error: unknown) => {
        loading = undefined;
        throw error instanceof ApiError ? error : networkFailure(error);
      });
  return {
    add(file, target, given) {
      loading ??= load();
      return handleOf(loading.then((engine) => engine.add(file, target, given)));
    },
  };
}

function handleOf<Result>(adding: Promise<StartedUpload>): UploadHandle<Result> {
  let state = (): UploadState => 'idle';
  void adding.then(
    (upload) => {
      state = upload.state;
    },
    // `done` rejects with the reason.
    () => {
      state = () => 'failed';
    },
  );
  const whenAdded = (act: (upload: StartedUpload) => unknown) =>
    adding.then(act, () => undefined) as Promise<void>;
  return {
    get state() {
      return state();
    },
    get done() {
      return adding.then((upload) => upload.done()) as Promise<Result>;
    },
    pause: () => void whenAdded((upload) => upload.pause()),
    resume: () => void whenAdded((upload) => upload.resume()),
    abort: (options) => whenAdded((upload) => upload.abort(options)),
  };
}
