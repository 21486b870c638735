import type { CallsOf } from '../calls/bind-calls.ts';
import { UPLOAD_TIMEOUT_MS } from '../client.ts';
import type { CompletedEntry } from '../contract/file-system-upload-shapes.ts';
import type { fs } from '../contract/routes.ts';
import { joinedParts, type UploadCalls, type UploadName } from './upload-calls.ts';
import type { UploadOptions } from './upload-handle.ts';

/** Calls of `Fs` that an upload makes. Declared here, because `Fs` itself imports this file. */
export type FsCallsOfUploads = Pick<
  CallsOf<typeof fs>,
  'initMultipart' | 'signParts' | 'listParts' | 'completeMultipart' | 'abortMultipart'
>;

/** Reply of the server to the finished upload. */
export interface UploadedEntry extends CompletedEntry {}

/** Options of `fs.upload`. */
export interface EntryUploadOptions extends UploadOptions {
  /** ETag that the file must still have; otherwise `file_system.changed`. */
  readonly ifMatch?: string;
  /** `*`: the name must be free; otherwise `file_system.changed`. */
  readonly ifNoneMatch?: '*';
}

/** Target path and conditions of an upload. */
export interface EntryTarget {
  /** Target directory. */
  readonly path: string;
  readonly condition: {
    readonly if_match: string | undefined;
    readonly if_none_match: '*' | undefined;
  };
}

/** Calls of an upload into a directory. */
export function entryUploadCalls(
  fs: FsCallsOfUploads,
  { path, condition }: EntryTarget,
): UploadCalls {
  const nameOf = ({ uploadId, file }: UploadName) => ({ path, uploadId, fileName: file.name });
  return {
    mayBeginAgain: true,
    async create({ file: { name, size, type }, partSize }, signal) {
      const body = {
        ...{ path, fileName: name, fileSize: size, partSize, contentType: type },
        // Requests only the first URLs; the others are signed when their parts are due.
        urlCount: 12,
        commit_on_put: true,
        ...condition,
      };
      const started = await fs.initMultipart({ body }, { signal });
      return {
        uploadId: started.uploadId,
        key: started.key,
        partSize: started.partSize,
        signed: { urls: started.presignedUrls, expiresInMs: started.expiresIn * 1000 },
      };
    },
    async signParts({ partNumbers, ...name }, signal) {
      const body = { ...nameOf(name), partNumbers: [...partNumbers] };
      const signed = await fs.signParts({ body }, { signal });
      return { urls: signed.presignedUrls, expiresInMs: signed.expiresIn * 1000 };
    },
    async listParts(name, signal) {
      return (await fs.listParts({ body: nameOf(name) }, { signal })).parts;
    },
    async complete({ parts, ...name }, signal) {
      const body = { ...nameOf(name), fileSize: name.file.size, parts: joinedParts(parts) };
      return fs.completeMultipart({ body }, { signal, timeoutMs: UPLOAD_TIMEOUT_MS });
    },
    async abort(name, signal) {
      await fs.abortMultipart({ body: nameOf(name) }, { signal });
    },
  };
}
