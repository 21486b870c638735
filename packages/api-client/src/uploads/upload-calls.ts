/** One upload, as the calls name it. */
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
 * The calls to our server that an upload is made of: the engine's `UploadTransport`. Declared anew,
 * because the types of those who have no engine must not name it.
 */
export interface UploadCalls {
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
  ): Promise<{ etag: string; size: number; data: unknown }>;
  abort(upload: UploadName, signal: AbortSignal): Promise<void>;
}

/** Parts as both kinds of uploads name them when they are joined. */
export function joinedParts(
  parts: readonly { readonly partNumber: number; readonly etag: string }[],
): { PartNumber: number; ETag: string }[] {
  return parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
}
