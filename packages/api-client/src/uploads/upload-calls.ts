/** Identifies an upload in the calls. */
export interface UploadName {
  readonly uploadId: string;
  readonly key: string;
  readonly file: { readonly name: string; readonly size: number };
}

interface SignedUrls {
  readonly urls: readonly { readonly partNumber: number; readonly url: string }[];
  readonly expiresInMs: number;
}

/**
 * Calls to the server that an upload makes, as in the engine's `UploadTransport`, and a rule for the first.
 * Declared again here, so that these types compile without the engine.
 */
export interface UploadCalls {
  /** Whether `create` may be called again if its answer was lost. */
  readonly mayBeginAgain: boolean;
  create(
    request: {
      readonly file: { readonly name: string; readonly size: number; readonly type: string };
      readonly partSize: number;
    },
    signal: AbortSignal,
  ): Promise<{ uploadId: string; key: string; partSize: number; signed: SignedUrls }>;
  signParts(
    request: UploadName & { readonly partNumbers: readonly number[] },
    signal: AbortSignal,
  ): Promise<SignedUrls>;
  listParts(
    upload: UploadName,
    signal: AbortSignal,
  ): Promise<readonly { partNumber: number; size: number; etag: string }[]>;
  complete(
    request: UploadName & {
      readonly parts: readonly { readonly partNumber: number; readonly etag: string }[];
    },
    signal: AbortSignal,
  ): Promise<{ etag: string | null; size: number }>;
  abort(upload: UploadName, signal: AbortSignal): Promise<void>;
}

/** Parts in the form that both kinds of uploads use for joining. */
export function joinedParts(
  parts: readonly { readonly partNumber: number; readonly etag: string }[],
): { PartNumber: number; ETag: string }[] {
  return parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
}
