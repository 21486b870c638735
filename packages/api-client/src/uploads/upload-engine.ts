import type { UploaderOptions } from '@satchel/multipart-uploader';
import { ApiError, abortError, apiErrorOf, failure } from '../api-error.ts';
import { bindCalls } from '../calls/bind-calls.ts';
import type { ApiClient } from '../client.ts';
import * as routes from '../contract/routes.ts';
import type { UploadFailureCode } from '../errors.ts';
import { createBatchedApi } from './batched-api.ts';
import { type EntryTarget, entryUploadCalls, type FsCallsOfUploads } from './entry-upload.ts';
import {
  type FileCallsOfUploads,
  type ShareMetadata,
  shareDestination,
  shareUploadCalls,
  storedMetadata,
} from './share-upload.ts';
import type { UploadCalls } from './upload-calls.ts';
import type { UploadEngineOptions, UploadOptions, UploadState } from './upload-handle.ts';

/** Target of an upload: a share, or an entry of a directory, and the client that makes its calls. */
export type UploadTarget = { readonly api: ApiClient } & (
  | { readonly share: ShareMetadata | undefined }
  | EntryTarget
);

/** Calls of uploads of one client. */
interface CallsOfUploads {
  readonly fileShares: FileCallsOfUploads;
  readonly fs: FsCallsOfUploads;
}

/** Upload of the engine; its failures are `ApiError`s. */
export interface StartedUpload {
  state(): UploadState;
  done(): Promise<unknown>;
  pause(): void;
  resume(): void;
  abort(options?: { readonly keep?: boolean }): Promise<void>;
}

export interface UploadEngine {
  add(file: Blob, target: UploadTarget, options: UploadOptions): StartedUpload;
}

type Call = (request: object, signal: AbortSignal) => Promise<never>;
type CompletedData = Awaited<ReturnType<UploadCalls['complete']>>;
type CallName = Exclude<keyof UploadCalls, 'mayBeginAgain'>;

/** @throws {ApiError} `client.upload_engine_missing` if the package is not installed */
export async function loadEngine(engineOptions: UploadEngineOptions): Promise<UploadEngine> {
  // Stored outside of the metadata, because the store writes the metadata to disk, and functions cannot
  // be written.
  const callsOf = new WeakMap<object, UploadCalls>();
  const callsOfClients = new WeakMap<ApiClient, CallsOfUploads>();

  const forward =
    (name: CallName): Call =>
    async (request, signal) => {
      const { metadata } = request as { metadata: object };
      // Never undefined, because the calls are set before the file is added to the engine.
      const calls = callsOf.get(metadata) as UploadCalls;
      try {
        return await (calls[name] as Call)(request, signal);
      } catch (error) {
        const isUnanswered = error instanceof ApiError && error.status === 0;
        if (name !== 'create' || calls.mayBeginAgain || !isUnanswered) throw error;
        // Prevents a retry, which would find its name taken by the call without an answer.
        const { UploadError } = await import('@satchel/multipart-uploader');
        throw new UploadError('create_failed', { cause: error });
      }
    };

  const { createUploader, gatherCalls, FILES_PER_CALL, send } = await loadPackage(engineOptions);

  const bound = (api: ApiClient): CallsOfUploads => {
    const known = callsOfClients.get(api);
    if (known) return known;
    const batched = createBatchedApi(api, gatherCalls);
    const calls = {
      fileShares: bindCalls(batched, routes.fileShares),
      fs: bindCalls(batched, routes.fs),
    };
    callsOfClients.set(api, calls);
    return calls;
  };

  const complete: (...call: Parameters<Call>) => Promise<CompletedData> = forward('complete');
  const transport: UploaderOptions['transport'] = {
    filesPerCall: FILES_PER_CALL,
    create: forward('create'),
    signParts: forward('signParts'),
    listParts: forward('listParts'),
    async complete(request, signal) {
      const { reply } = request;
      const data = reply ? dataOf(JSON.parse(reply)) : await complete(request, signal);
      return { size: data.size, data };
    },
    abort: forward('abort'),
  };
  const uploader = createUploader({ ...engineOptions, transport, send } as UploaderOptions);

  return {
    add(file, target, { onProgress, onState, ...options }) {
      const isEntry = 'path' in target;
      const metadata = isEntry ? { path: target.path } : storedMetadata(target.share);
      const { fs, fileShares } = bound(target.api);
      callsOf.set(
        metadata,
        isEntry ? entryUploadCalls(fs, target) : shareUploadCalls(fileShares, target.share),
      );
      const upload = uploader.add(file, {
        ...options,
        metadata,
        destination: isEntry ? entryDestination(target) : shareDestination(target.share),
      });
      if (onProgress) upload.on('progress', onProgress);
      if (onState) upload.on('state', (snapshot) => onState(snapshot.state, snapshot));
      return {
        state: () => upload.state,
        done: () =>
          upload.done.then(
            ({ data }) => data,
            (error: unknown) => Promise.reject(errorOf(error, options.signal)),
          ),
        pause: () => upload.pause(),
        resume: () => upload.resume(),
        abort: (abortOptions) => upload.abort(abortOptions),
      };
    },
  };
}

/** Data of a reply to a PUT that commits. */
function dataOf(reply: {
  readonly success: boolean;
  readonly code: number;
  readonly data: CompletedData;
}) {
  if (reply.success) return reply.data;
  throw apiErrorOf({ status: reply.code }, reply);
}

/**
 * Includes the condition, because an upload can only be resumed with the condition that the server
 * stored.
 */
function entryDestination({ path, condition }: EntryTarget): string {
  const { if_match, if_none_match } = condition;
  return if_match || if_none_match ? `${path}\n${JSON.stringify(condition)}` : path;
}

async function loadPackage(options: UploadEngineOptions) {
  try {
    const engine = await import('@satchel/multipart-uploader');
    return { ...engine, send: options.send ?? (await loadSender()) };
  } catch (cause) {
    throw failure(
      'client.upload_engine_missing',
      'uploads need the package @satchel/multipart-uploader: install it beside @satchel/api-client',
      cause,
    );
  }
}

/** XMLHttpRequest where it exists, because fetch reports no progress within a part. */
async function loadSender() {
  return 'XMLHttpRequest' in globalThis
    ? (await import('@satchel/multipart-uploader/xhr')).createXhrSender()
    : (await import('@satchel/multipart-uploader/fetch')).createFetchSender();
}

/** Server's error, which may be several causes below the engine's. */
function errorOf(error: unknown, signal: AbortSignal | undefined): ApiError {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'aborted') return abortError(signal?.aborted ? signal : {}, error);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ApiError) return cause;
  }
  return failure(`upload.${code}` as UploadFailureCode, message, error);
}
