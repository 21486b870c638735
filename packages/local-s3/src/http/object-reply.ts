import { checksumHeader } from '../checksums/checksum.ts';
import { type OperationContext, requireBucket } from '../operation.ts';
import { invalidArgument, S3Error } from '../s3-error.ts';
import type { PinnedObject } from '../store/bucket.ts';
import { fromByteKey } from '../store/byte-key.ts';
import type { ObjectRecord } from '../store/records.ts';
import { type ByteRange, parseRange } from './byte-range.ts';
import { checkReadConditions, matchesEtag } from './conditions.ts';
import { safetyHeaders, typeForBrowsers } from './content-safety.ts';
import { httpDate } from './http-date.ts';
import { readResponseOverrides } from './object-headers.ts';

/** Status and headers of a GetObject or HeadObject, and the bytes that they announce. */
export interface ObjectReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly range: ByteRange;
}

/** The headers that a 304 still has (RFC 9110 15.4.5). */
const NOT_MODIFIED_HEADERS = ['cache-control', 'etag', 'expires', 'last-modified'];

export async function pinObject(context: OperationContext): Promise<PinnedObject> {
  const pinned = await requireBucket(context).pin(context.target.key);
  if (pinned === undefined) {
    throw new S3Error('NoSuchKey', undefined, {
      details: { Key: fromByteKey(context.target.key) },
    });
  }
  return pinned;
}

export function describeReply(context: OperationContext, record: ObjectRecord): ObjectReply {
  const { headers: requestHeaders } = context.request;
  const headers = describeObject(context, record);
  try {
    checkReadConditions(requestHeaders, record);
  } catch (error) {
    throw error instanceof S3Error && error.code === 'NotModified'
      ? new S3Error('NotModified', undefined, { headers: pick(headers, NOT_MODIFIED_HEADERS) })
      : error;
  }
  const range = selectRange(context, record);
  const isPartial = range !== undefined;
  const { start, end } = range ?? { start: 0, end: record.size };
  headers['content-length'] = String(end - start);
  if (isPartial && end > start) {
    headers['content-range'] = `bytes ${start}-${end - 1}/${record.size}`;
  }
  const wantsChecksum = requestHeaders['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED';
  if (wantsChecksum && record.checksum !== undefined && !isPartial) {
    headers[checksumHeader(record.checksum.algorithm)] = record.checksum.value;
    headers['x-amz-checksum-type'] = record.checksum.type;
  }
  if (context.query.has('partNumber') && record.segments !== undefined) {
    headers['x-amz-mp-parts-count'] = String(record.segments.length);
  }
  return { status: isPartial ? 206 : 200, headers, range: { start, end } };
}

function describeObject(context: OperationContext, record: ObjectRecord): Record<string, string> {
  const headers: Record<string, string> = {
    ...record.headers,
    ...readResponseOverrides(context.query),
    'accept-ranges': 'bytes',
    etag: `"${record.etag}"`,
    'last-modified': httpDate(record.modifiedMs),
  };
  const type = headers['content-type'] ?? '';
  return {
    ...headers,
    ...safetyHeaders(type, headers['content-disposition']),
    // Only a presigned address can be that of a script: no page signs the request for one.
    ...(context.query.has('X-Amz-Signature') ? { 'content-type': typeForBrowsers(type) } : {}),
  };
}

function selectRange(context: OperationContext, record: ObjectRecord): ByteRange | undefined {
  const { range: header, 'if-range': ifRange } = context.request.headers;
  const partNumber = context.query.get('partNumber');
  if (partNumber !== undefined) {
    if (header !== undefined) {
      throw new S3Error('InvalidRequest', 'Cannot specify both Range header and partNumber');
    }
    return partRange(partNumber, record);
  }
  // If-Range needs a strong validator; a date has to equal ours to the second.
  const isStale =
    ifRange !== undefined &&
    !matchesEtag(ifRange, record.etag) &&
    ifRange !== httpDate(record.modifiedMs);
  return isStale ? undefined : parseRange(header, record.size);
}

function partRange(text: string, record: ObjectRecord): ByteRange {
  const partNumber = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (partNumber < 1 || partNumber > 10_000) throw invalidArgument('partNumber', text);
  if (record.segments === undefined) {
    if (partNumber > 1) throw new S3Error('InvalidPartNumber');
    return { start: 0, end: record.size };
  }
  let start = 0;
  for (const segment of record.segments) {
    if (segment.partNumber === partNumber) return { start, end: start + segment.size };
    start += segment.size;
  }
  throw new S3Error('InvalidPartNumber');
}

function pick(headers: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}
