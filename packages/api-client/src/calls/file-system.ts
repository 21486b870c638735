import type { ApiClient, CallOptions } from '../client.ts';
import type { CrossStorageCopy } from '../contract/file-system-copies.ts';
import type { Operation } from '../contract/file-system-operations.ts';
import type { DirectoryEntry, StartedOperation } from '../contract/file-system-shapes.ts';
import { fs as routes } from '../contract/routes.ts';
import type * as search from '../contract/search.ts';
import {
  type ClientSideCopy,
  type ClientSideCopyOptions,
  createClientSideCopy,
} from '../operations/client-side-copy.ts';
import {
  type ReadOptions,
  type ResumableRead,
  readResumably,
} from '../operations/resumable-read.ts';
import {
  beginOperation,
  followOperation,
  type LongCall,
  type LongInput,
  type LongResult,
  type RunOptions,
  runOperation,
} from '../operations/run-operation.ts';
import { eachRow, eachRowByOffset } from '../paging.ts';
import type { EntryUploadOptions, UploadedEntry } from '../uploads/entry-upload.ts';
import type { UploadHandle } from '../uploads/upload-handle.ts';
import { createUploadQueue, type UploadQueue } from '../uploads/upload-queue.ts';
import { bindCalls, type CallsOf } from './bind-calls.ts';

/** Search words and scope of {@link Fs.searchAll}. */
export interface FileQuery extends Omit<search.SearchQuery, 'offset'> {}

/** Options of {@link Fs.begin}. */
export interface BeginOptions extends CallOptions {
  /** Maximum time to wait for the end, in milliseconds; default and maximum 20,000. */
  readonly waitMs?: number | undefined;
}

/** Options of {@link Fs.entries}. */
export interface EntriesOptions extends CallOptions {
  /** Entries of a page, up to the default of 1000, the maximum of one storage request. */
  readonly limit?: number;
}

/** Mounted storage as one file system. Created by {@link createFs}. */
export interface Fs extends CallsOf<typeof routes> {
  /**
   * Yields the entries of a directory, in the order of the storage, page by page.
   *
   * @example
   * for await (const { name, size } of client.fs.entries('/photos/')) console.log(name, size);
   */
  entries(path: string, options?: EntriesOptions): AsyncGenerator<DirectoryEntry, void, undefined>;
  /**
   * Starts `rename`, `copy` or `delete` without waiting for its end. A long operation continues on the
   * server, even if the caller disconnects.
   *
   * @returns the result of the call itself, or `{ operation_id }`
   *
   * @example
   * const begun = await client.fs.begin('delete', { body: { paths: ['/photos/'] } });
   * if ('operation_id' in begun) await client.fs.operation({ params: { id: begun.operation_id } });
   */
  begin<Name extends LongCall>(
    name: Name,
    input: LongInput<Name>,
    options?: BeginOptions,
  ): Promise<LongResult<Name> | StartedOperation>;
  /**
   * Runs `rename`, `copy` or `delete` and waits for its end, without a timeout. A lost connection does
   * not end the wait; `signal` cancels the operation on the server.
   *
   * @throws {OperationError} if the server could not finish it
   *
   * @example
   * await client.fs.run('delete', { body: { paths: ['/photos/'] } }, { signal });
   */
  run<Name extends LongCall>(
    name: Name,
    input: LongInput<Name>,
    options?: RunOptions,
  ): Promise<LongResult<Name>>;
  /**
   * Waits for an operation that was started earlier, by the id from `onStart` of `run`.
   *
   * @throws {OperationError} if the server could not finish it
   *
   * @example
   * const result = await client.fs.follow(id, { onProgress: ({ bytes }) => console.log(bytes) });
   */
  follow(id: string, options?: RunOptions): Promise<Operation['result']>;
  /**
   * Prepares the client's part of a copy between storages: reading and sending the bytes.
   *
   * @example
   * const copy = await client.fs.run('copy', { body: { items } });
   * if (copy.crossStorage) await client.fs.copyClientSide(copy).run({ signal });
   */
  copyClientSide(
    copy: Pick<CrossStorageCopy, 'crossStorageResults' | 'operationId'>,
    options?: ClientSideCopyOptions,
  ): ClientSideCopy;
  /**
   * Reads a file to its end. After a lost connection it requests the missing bytes.
   *
   * @throws {ApiError} also `client.source_changed` if the file changes meanwhile
   *
   * @example
   * const { bytes } = await client.fs.read('/photos/film.mp4', { signal });
   * for await (const chunk of bytes) console.log(chunk.byteLength);
   */
  read(path: string, options?: ReadOptions): Promise<ResumableRead>;
  /**
   * Yields all files whose name contains `q`, best match first; requests a page of `limit` at a time.
   *
   * @example
   * for await (const { path } of client.fs.searchAll({ q: 'invoice' })) console.log(path);
   */
  searchAll(
    query: FileQuery,
    options?: CallOptions,
  ): AsyncGenerator<search.SearchMatch, void, undefined>;
  /**
   * Uploads a file of any size into the directory `path`. Sends parts concurrently and directly to the
   * storage. Needs `@satchel/multipart-uploader`.
   *
   * @example
   * await client.fs.upload('/photos/', file, { onProgress: ({ bytes }) => console.log(bytes) }).done;
   */
  upload(path: string, file: Blob, options?: EntryUploadOptions): UploadHandle<UploadedEntry>;
}

/**
 * Creates the methods for the file system.
 *
 * @param uploads the queue of `upload`; default a new one
 *
 * @example
 * for await (const { name } of createFs(api).entries('/photos/')) console.log(name);
 */
export function createFs(api: ApiClient, uploads: UploadQueue = createUploadQueue()): Fs {
  const calls = bindCalls(api, routes);
  return {
    ...calls,
    begin: (name, input, options) =>
      beginOperation(calls, name, input, options?.waitMs, options) as Promise<never>,
    run: (name, input, options) => runOperation(calls, name, input, options),
    follow: (id, options) => followOperation(calls, id, options),
    copyClientSide: (copy, options) => createClientSideCopy(calls, copy, options),
    read: (path, options) =>
      readResumably(
        (headers) => calls.download({ query: { path } }, { headers, signal: options?.signal }),
        options,
      ),
    entries: (path, { limit = 1000, ...options } = {}) =>
      eachRow(
        '',
        async (cursor) => {
          const query = { path, limit, cursor: cursor || undefined };
          const { items, next_cursor } = await calls.list({ query }, options);
          return { rows: items, next: next_cursor };
        },
        options,
      ),
    searchAll: (query, options) =>
      eachRowByOffset(calls.search, query, (page) => [page.results, page], options),
    upload: (path, file, { ifMatch, ifNoneMatch, ...options } = {}) => {
      const condition = { if_match: ifMatch, if_none_match: ifNoneMatch };
      return uploads.add(file, { api, path, condition }, options);
    },
  };
}
