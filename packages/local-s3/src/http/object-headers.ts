import type { Headers } from '../payload/expectations.ts';
import { invalidArgument, S3Error } from '../s3-error.ts';

const CONTENT_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

const METADATA_PREFIX = 'x-amz-meta-';
const MAX_METADATA_BYTES = 2048;
const DEFAULT_CONTENT_TYPE = 'binary/octet-stream';

/** response-content-type and its like, by the header that each replaces. */
const RESPONSE_OVERRIDES = CONTENT_HEADERS.map((name) => [name, `response-${name}`] as const);

/** Refuses header values that Node could not send, so that every stored object can be read. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers of a request that are stored with the object and sent back with it. */
export function readObjectHeaders(headers: Headers): Record<string, string> {
  const stored: Record<string, string> = {};
  let metadataBytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    const isMetadata = name.startsWith(METADATA_PREFIX);
    if (value === undefined || !(isMetadata || CONTENT_HEADERS.includes(name))) continue;
    if (!SENDABLE.test(value)) throw invalidArgument(name, '', 'A header value is not valid');
    if (isMetadata) metadataBytes += name.length - METADATA_PREFIX.length + value.length;
    stored[name] = value;
  }
  if (metadataBytes > MAX_METADATA_BYTES) throw new S3Error('MetadataTooLarge');
  stored['content-type'] ||= DEFAULT_CONTENT_TYPE;
  const encoding = withoutAwsChunked(stored['content-encoding']);
  if (encoding === '') delete stored['content-encoding'];
  else stored['content-encoding'] = encoding;
  return stored;
}

export function readResponseOverrides(query: ReadonlyMap<string, string>): Record<string, string> {
  const overrides: Record<string, string> = {};
  for (const [header, parameter] of RESPONSE_OVERRIDES) {
    const value = query.get(parameter);
    if (value === undefined) continue;
    const encoded = encodeForHeader(value);
    // With CR and LF a presigned URL could add headers to the reply.
    if (!SENDABLE.test(encoded)) throw invalidArgument(parameter, '', 'Header value is not valid');
    overrides[header] = encoded;
  }
  return overrides;
}

/** Removes `aws-chunked` from the encodings: it concerns the request's body, not the object. */
function withoutAwsChunked(encoding: string | undefined): string {
  const codings = (encoding ?? '').split(',').map((coding) => coding.trim());
  return codings.filter((coding) => coding !== '' && coding !== 'aws-chunked').join(',');
}

/** Node sends headers as Latin-1, so UTF-8 is written as one character for each byte. */
function encodeForHeader(value: string): string {
  return /[^\p{ASCII}\u0080-\u00ff]/u.test(value)
    ? Buffer.from(value, 'utf8').toString('latin1')
    : value;
}
