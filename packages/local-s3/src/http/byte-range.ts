import { S3Error } from '../s3-error.ts';

/** First byte and the byte after the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range of a `Range` header. Undefined if the whole object is to be sent, as it is for malformed
 * headers (RFC 9110 14.2) and, on S3, for several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)$/i.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Number(last);
    if (length === 0 || size === 0) throw unsatisfiable(header, size);
    return { start: Math.max(0, size - length), end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) throw unsatisfiable(header, size);
  return { start, end: last === '' ? size : Math.min(size, Number(last) + 1) };
}

/** The range of UploadPartCopy: both ends are required and must be inside the source. */
export function parseCopyRange(header: string | undefined, size: number): ByteRange {
  if (header === undefined) return { start: 0, end: size };
  const match = /^bytes=(\d+)-(\d+)$/.exec(header.trim());
  const [start, last] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || last < start) {
    throw new S3Error(
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last',
    );
  }
  if (last >= size) {
    throw new S3Error(
      'InvalidArgument',
      `Range specified is not valid for source object of size: ${size}`,
    );
  }
  return { start, end: last + 1 };
}

function unsatisfiable(header: string | undefined, size: number): S3Error {
  return new S3Error('InvalidRange', undefined, {
    details: { RangeRequested: header ?? '', ActualObjectSize: String(size) },
    headers: { 'content-range': `bytes */${size}` },
  });
}
