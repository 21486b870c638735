import type { initUrlMultipart, presignUrlUpload } from '@satchel/api-client/contract/url-uploads';
import type { z } from 'zod';
import { AppError } from '#errors';
import type { FileShareService } from '#features/file-shares/service.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import {
  createSources,
  type Source,
  type SourceDependencies,
  type Sources,
  type Visit,
} from './sources.ts';

export type { FileSharePresenter } from '#features/file-shares/service.ts';
export type { Visit } from './sources.ts';

/** Maximum number of parts, because init returns all URLs (CONTRACT F8). */
const MAX_PARTS = 1000;

type UrlUploadInput = z.output<NonNullable<typeof presignUrlUpload.body>>;
type UrlMultipartInput = z.output<NonNullable<typeof initUrlMultipart.body>>;

interface UploadReference {
  readonly fileId: string;
  readonly uploadId: string;
}

export type UrlUploadService = ReturnType<typeof createUrlUploadService>;

export interface UrlUploadDependencies extends SourceDependencies {
  readonly fileShares: FileShareService;
}

/** File shares of files at external URLs (SPEC 4, CONTRACT F8). */
export function createUrlUploadService(dependencies: UrlUploadDependencies) {
  const { uploads, multipart } = dependencies.fileShares;
  const sources = createSources(dependencies);
  const describe = createDescribe(sources);
  return {
    ...sources,
    async presign(caller: AuthenticatedCaller, input: UrlUploadInput, visit: Visit) {
      const { filename, size, corsSupported } = await describe(input, visit);
      const upload = await uploads.presign(
        caller,
        { ...input, filename, size },
        visit.origin,
        visit.signal,
      );
      return { ...upload, corsSupported };
    },
    commit: uploads.commit,
    async initMultipart(caller: AuthenticatedCaller, input: UrlMultipartInput, visit: Visit) {
      const { filename, size: describedSize, corsSupported } = await describe(input, visit);
      const size = input.total_size ?? describedSize;
      if (size === undefined) throw new AppError('request.length_required');
      const part_size = Math.max(input.part_size ?? 0, size / MAX_PARTS);
      const { origin, signal } = visit;
      // CONTRACT F8: init returns all URLs.
      const wanted = { ...input, filename, size, part_size, urlCount: MAX_PARTS };
      const upload = await multipart.init(caller, wanted, origin, signal);
      return { ...upload, size, corsSupported };
    },
    /** Joins the parts and publishes. Safe to repeat. Aborts the upload if its parts cannot be joined. */
    completeMultipart: createComplete(dependencies.fileShares),
    /** Aborts an upload that is not committed; safe to repeat. */
    discard: uploads.discard,
  };
}

/** Description of the file to store: the caller's facts first, then the source's. */
function createDescribe(sources: Sources) {
  return async (
    { url, filename, metadata }: UrlUploadInput,
    visit: Visit,
  ): Promise<Pick<Source, 'filename'> & Partial<Source>> => {
    const known = filename || metadata?.filename;
    if (metadata?.filename && metadata.contentType) {
      // Trusts the caller for the name, but checks that the address is allowed.
      await sources.check(url, visit);
      return { filename: known || metadata.filename };
    }
    const source = await sources.probe(url, visit);
    return { ...source, filename: known || source.filename };
  };
}

function createComplete({ uploads, multipart }: FileShareService) {
  return async (
    caller: AuthenticatedCaller,
    reference: UploadReference,
    parts: readonly { partNumber: number; etag: string }[],
    signal: AbortSignal,
  ) => {
    const { fileId: file_id, uploadId } = reference;
    const findCommitted = async () => {
      const found = await uploads.find(caller, file_id);
      return found?.write ? undefined : found;
    };
    const earlier = await findCommitted();
    if (earlier) return earlier;
    try {
      await multipart.complete(caller, reference, parts, signal);
      return await uploads.commit(caller, { file_id }, signal);
    } catch (cause) {
      const error = withoutTrace(cause);
      if (isUnknown(error)) {
        // A concurrent repeat of this call may have completed in between (SECURITY 12).
        const parallel = await findCommitted();
        if (parallel) return parallel;
      }
      // CONTRACT F8: failure deletes the row. An unreachable storage is no final failure.
      if (isFinal(error)) {
        await uploads.discard(caller, file_id, uploadId).catch((failure: unknown) => {
          if (!isUnknown(failure)) throw failure;
        });
      }
      throw error;
    }
  };
}

/** Reports an upload whose row or object has disappeared as unknown. */
function withoutTrace(cause: unknown): unknown {
  const codes = ['file_shares.not_found', 'file_shares.not_uploaded'];
  if (!(cause instanceof AppError) || !codes.includes(cause.code)) return cause;
  return new AppError('file_shares.upload_unknown', { cause });
}

function isUnknown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'file_shares.upload_unknown';
}

function isFinal(error: unknown): boolean {
  return error instanceof AppError && (error.status < 500 || error.status === 507);
}
