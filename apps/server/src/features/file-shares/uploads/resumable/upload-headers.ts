import { parse } from 'content-disposition';

/*
 * Headers of draft-ietf-httpbis-resumable-upload. They are structured fields (RFC 9651): booleans are
 * `?0` and `?1`. A header with another value is ignored, as the draft says.
 */

/**
 * Interop versions of the draft that this server speaks: 5 (draft -03), 6 (-04, -05), 7 (-06 to -08)
 * and 8 (from -09 on). They differ in what a client must send, and not in what the replies mean.
 */
const INTEROP_VERSIONS: ReadonlySet<unknown> = new Set(['5', '6', '7', '8']);

export const INTEROP_HEADER = 'upload-draft-interop-version';
export const PARTIAL_UPLOAD = 'application/partial-upload';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

interface Request {
  readonly headers: Headers;
}

/** Value of an item without its parameters. */
function itemOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.split(';', 1)[0]?.trim() : undefined;
}

function integerOf(headers: Headers, name: string): number | undefined {
  const text = itemOf(headers, name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** `Upload-Complete`; undefined if a request is not of the draft. */
export function isCompleting({ headers }: Request): boolean | undefined {
  return { '?0': false, '?1': true }[itemOf(headers, 'upload-complete') ?? ''];
}

export const offsetOf = ({ headers }: Request) => integerOf(headers, 'upload-offset');

export const uploadLengthOf = ({ headers }: Request) => integerOf(headers, 'upload-length');

/** Interop version of the client; undefined if it names none that this server speaks. */
export function interopVersionOf({ headers }: Request): string | undefined {
  const version = itemOf(headers, INTEROP_HEADER);
  return INTEROP_VERSIONS.has(version) ? version : undefined;
}

/** True for a body to append. Draft -03 has no media type for it yet. */
export function isPartialUpload(request: Request): boolean {
  const type = itemOf(request.headers, 'content-type')?.toLowerCase();
  return type === PARTIAL_UPLOAD || (type === undefined && interopVersionOf(request) === '5');
}

/** File name in `Content-Disposition`. */
export function dispositionName({ headers }: Request): string | undefined {
  const header = headers['content-disposition'];
  return typeof header === 'string' ? parse(header).parameters.filename : undefined;
}

export const boolean = (value: boolean) => (value ? '?1' : '?0');

/** `Upload-Limit`: the largest file, and the seconds until an idle upload is removed. */
export function limitOf(maxBytes: number, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `, max-age=${maxAgeSeconds}`;
  return `max-size=${maxBytes}${age}`;
}
