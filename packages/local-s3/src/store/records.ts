export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'CRC64NVME' | 'SHA1' | 'SHA256';
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE';

export interface StoredChecksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly type: ChecksumType;
  /** Base64, with `-N` if it is composite. */
  readonly value: string;
}

export interface Segment {
  readonly partNumber: number;
  /** The file's name in the object's data directory. */
  readonly file: string;
  readonly size: number;
}

/** The record of an object: all but its bytes. `key` is a byte string, `etag` has no quotes. */
export interface ObjectRecord {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly modifiedMs: number;
  /** Path of the bytes below the bucket's data directory: a file, or a directory of segments. */
  readonly data: string;
  /** Content headers and x-amz-meta-* as they are sent back. */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum?: StoredChecksum;
  readonly segments?: readonly Segment[];
  /** The multipart upload that made the object, so that a repeated Complete finds its result. */
  readonly uploadId?: string;
}

export interface UploadRecord {
  readonly id: string;
  readonly key: string;
  readonly startedMs: number;
  readonly data: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly checksumAlgorithm?: ChecksumAlgorithm;
  readonly checksumType?: ChecksumType;
}

export interface PartRecord {
  readonly uploadId: string;
  readonly partNumber: number;
  readonly file: string;
  readonly size: number;
  readonly etag: string;
  readonly modifiedMs: number;
  readonly checksum?: StoredChecksum;
}

/** One change of a bucket. The ones of one commit become durable together. */
export type Change =
  | { readonly op: 'put'; readonly object: ObjectRecord }
  | { readonly op: 'delete'; readonly key: string }
  | { readonly op: 'start'; readonly upload: UploadRecord }
  | { readonly op: 'part'; readonly part: PartRecord }
  | { readonly op: 'end'; readonly uploadId: string };
