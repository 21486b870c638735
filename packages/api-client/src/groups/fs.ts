import type { ApiClient, CallOptions } from '../client.ts';
import type * as fileSystem from '../contract/file-system.ts';
import type * as fileSystemArchives from '../contract/file-system-archives.ts';
import type * as fileSystemCopies from '../contract/file-system-copies.ts';
import type * as fileSystemOperations from '../contract/file-system-operations.ts';
import type { DirectoryEntry, StartedOperation } from '../contract/file-system-shapes.ts';
import type * as fileSystemUploads from '../contract/file-system-uploads.ts';
import type * as search from '../contract/search.ts';
import type * as thumbnails from '../contract/thumbnails.ts';
import type { CallInput, CallResult, Endpoint } from '../endpoint.ts';
import { eachRow, eachRowByOffset } from '../paging.ts';
import type { EntryUploadOptions, UploadedEntry } from '../uploads/entry-upload.ts';
import type { UploadHandle } from '../uploads/upload-handle.ts';
import { createUploadQueue, type UploadQueue } from '../uploads/upload-queue.ts';
import { type CallOf, type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link Fs} and their declarations. */
export interface FsCalls {
  /** List a directory. */
  readonly list: typeof fileSystem.listDirectory;
  /** One file or directory. */
  readonly get: typeof fileSystem.getEntry;
  /** Download a file. */
  readonly download: typeof fileSystem.downloadEntry;
  /** A thumbnail of an image in a mount. */
  readonly thumbnail: typeof thumbnails.entryThumbnail;
  /** Download files and directories as a zip archive. */
  readonly archive: typeof fileSystemArchives.archiveEntries;
  /** A direct link to a file. */
  readonly link: typeof fileSystem.getEntryLink;
  /** Make a directory. */
  readonly mkdir: typeof fileSystem.makeDirectory;
  /** Write a text file. */
  readonly write: typeof fileSystem.updateEntry;
  /** Rename a file or directory. */
  readonly rename: typeof fileSystem.renameEntry;
  /** Delete files and directories. */
  readonly delete: typeof fileSystem.removeEntries;
  /** Share a file of a mount. */
  readonly share: typeof fileSystem.shareEntry;
  /** A file of a mount, through the server. */
  readonly readPublic: typeof fileSystem.readThroughProxy;
  /** Search files by name. */
  readonly search: typeof search.searchFiles;
  /** Copy files and directories. */
  readonly copy: typeof fileSystemCopies.copyEntries;
  /** Finish copies across storages. */
  readonly commitCopies: typeof fileSystemCopies.commitCopies;
  /** How far a long change of files is. */
  readonly operation: typeof fileSystemOperations.getOperation;
  /** Cancel a long change of files. */
  readonly cancelOperation: typeof fileSystemOperations.cancelOperation;
  /** Upload a file as a form. */
  readonly uploadForm: typeof fileSystemUploads.uploadEntry;
  /** Get a URL to upload a file to. */
  readonly presign: typeof fileSystemUploads.presignEntry;
  /** Finish an upload by URL. */
  readonly commit: typeof fileSystemUploads.commitEntry;
  /** Start an upload in parts. */
  readonly initMultipart: typeof fileSystemUploads.initEntryMultipart;
  /** Join the parts of an upload. */
  readonly completeMultipart: typeof fileSystemUploads.completeEntryMultipart;
  /** Drop an upload in parts. */
  readonly abortMultipart: typeof fileSystemUploads.abortEntryMultipart;
  /** List uploads in progress. */
  readonly listUploads: typeof fileSystemUploads.listEntryUploads;
  /** List the uploaded parts of an upload. */
  readonly listParts: typeof fileSystemUploads.listEntryParts;
  /** Sign URLs for parts of an upload. */
  readonly signParts: typeof fileSystemUploads.signEntryParts;
}

const bind = /* @__PURE__ */ groupOf<FsCalls>({
  list: 'GET fs/list',
  get: 'GET fs/get',
  link: 'GET fs/file-link',
  search: 'GET fs/search',
  operation: 'GET fs/operations/:id',
  cancelOperation: 'DELETE fs/operations/:id',
  download: 'GET fs/download stream',
  archive: 'GET fs/archive stream',
  thumbnail: 'GET fs/thumbnail stream',
  readPublic: 'GET p/* stream',
  uploadForm: 'POST fs/upload stream',
  write: 'POST fs/update',
  mkdir: 'POST fs/mkdir',
  rename: 'POST fs/rename',
  delete: 'DELETE fs/batch-remove',
  share: 'POST fs/create-share',
  copy: 'POST fs/batch-copy',
  commitCopies: 'POST fs/batch-copy-commit',
  presign: 'POST fs/presign',
  commit: 'POST fs/presign/commit',
  initMultipart: 'POST fs/multipart/init',
  completeMultipart: 'POST fs/multipart/complete',
  abortMultipart: 'POST fs/multipart/abort',
  signParts: 'POST fs/multipart/refresh-urls',
  listParts: 'POST fs/multipart/list-parts',
  listUploads: 'POST fs/multipart/list-uploads',
});

/** Search words and scope of {@link Fs.searchAll}. */
export interface FileQuery extends Omit<search.SearchQuery, 'offset'> {}

/** The calls that may take long. */
export type LongCall = 'rename' | 'copy' | 'delete';

/** Options of {@link Fs.begin}. */
export interface BeginOptions extends CallOptions {
  /** How long the end is waited for, in milliseconds; default and most 20,000. */
  readonly waitMs?: number | undefined;
}

/** Options of {@link Fs.entries}. */
export interface EntriesOptions extends CallOptions {
  /** Entries of a page, up to the default of 1000: what one request to the storage lists. */
  readonly limit?: number;
}

/** Mounted storage as one file system. Made by {@link createFs}. */
export interface Fs extends CallsOf<FsCalls> {
  /**
   * The entries of a directory, in the order of the storage, page by page.
   *
   * @example
   * for await (const { name, size } of client.fs.entries('/photos/')) console.log(name, size);
   */
  entries(path: string, options?: EntriesOptions): AsyncGenerator<DirectoryEntry, void, undefined>;
  /**
   * Starts `rename`, `copy` or `delete` without waiting for its end. A long operation continues on the
   * server, even if the caller goes away.
   *
   * @returns what the call itself gives, or `{ operation_id }`
   *
   * @example
   * const begun = await client.fs.begin('delete', { body: { paths: ['/photos/'] } });
   * if ('operation_id' in begun) await client.fs.operation({ params: { id: begun.operation_id } });
   */
  begin<Name extends LongCall>(
    name: Name,
    input: CallInput<FsCalls[Name]>,
    options?: BeginOptions,
  ): Promise<CallResult<FsCalls[Name]> | StartedOperation>;
  /**
   * All files whose name contains `q`, best match first, a page of `limit` at a time.
   *
   * @example
   * for await (const { path } of client.fs.searchAll({ q: 'invoice' })) console.log(path);
   */
  searchAll(
    query: FileQuery,
    options?: CallOptions,
  ): AsyncGenerator<search.SearchMatch, void, undefined>;
  /**
   * Uploads a file of any size into the directory `path`: in parts, several at once, straight to
   * storage. Needs `@satchel/multipart-uploader`.
   *
   * @example
   * await client.fs.upload('/photos/', file, { onProgress: ({ bytes }) => console.log(bytes) }).done;
   */
  upload(path: string, file: Blob, options?: EntryUploadOptions): UploadHandle<UploadedEntry>;
}

/**
 * Mounted storage as one file system.
 *
 * @param uploads the queue of `upload`; default one of its own
 *
 * @example
 * for await (const { name } of createFs(api).entries('/photos/')) console.log(name);
 */
export function createFs(api: ApiClient, uploads: UploadQueue = createUploadQueue()): Fs {
  const calls = bind(api);
  return {
    ...calls,
    begin: (name, input, options) =>
      // The plain methods have no query: who uses them gets a result, and no id.
      (calls[name] as CallOf<Endpoint>)(
        { ...input, query: { async: 1, wait_ms: options?.waitMs } },
        options,
      ) as Promise<never>,
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
      eachRowByOffset(async (offset) => {
        const page = await calls.search({ query: { ...query, offset } }, options);
        return [page.results, page];
      }, options),
    upload: (path, file, { ifMatch, ifNoneMatch, ...options } = {}) => {
      const condition = { if_match: ifMatch, if_none_match: ifNoneMatch };
      return uploads.add(file, { fs: calls, path, condition }, options);
    },
  };
}
