import { AppError } from '#errors';
import { headerText } from '#files/header-text.ts';

/** Path prefix of WebDAV. */
export const DAV_ROOT = '/dav';

/**
 * Path of a request or of a URL in a header, decoded once, segment by segment. Keeps a trailing slash.
 *
 * @param target an absolute path, percent-encoded, possibly with a query
 * @throws {AppError} `file_system.path_invalid`
 */
export function readDavPath(target: string): string {
  const [path = ''] = target.split('?', 1);
  const isBelow = path === DAV_ROOT || path.startsWith(`${DAV_ROOT}/`);
  if (!isBelow || target.includes('#')) throw new AppError('file_system.path_invalid');
  const decoded = path.slice(DAV_ROOT.length).split('/').map(decodeSegment).join('/');
  return decoded === '' ? '/' : decoded;
}

function decodeSegment(segment: string): string {
  try {
    const decoded = decodeURIComponent(segment);
    if (!decoded.includes('/')) return decoded;
  } catch {
    // Refused below.
  }
  throw new AppError('file_system.path_invalid');
}

/** URL of a path, in the form that clients compare with the one they requested. */
export function hrefOf(path: string): string {
  return DAV_ROOT + path.split('/').map(encodeURIComponent).join('/');
}

/**
 * Path of a URL in a header: absolute, or on this host. Ignores the scheme, because proxies that end
 * TLS change it.
 *
 * @param hosts under which this server is known
 * @throws {AppError} `webdav.header_invalid`, `webdav.destination_elsewhere`
 */
export function readAddress(header: string, hosts: readonly string[]): string {
  // Some programs send names as they are, although a URL has them percent-encoded.
  const address = headerText(header);
  if (address.startsWith('/')) return readDavPath(address);
  if (!URL.canParse(address)) throw new AppError('webdav.header_invalid');
  const { host, protocol } = new URL(address);
  if (!/^https?:$/.test(protocol)) throw new AppError('webdav.header_invalid');
  if (!hosts.includes(host.toLowerCase())) throw new AppError('webdav.destination_elsewhere');
  // Parses the path as written, because URL removes dot segments, which must be refused.
  return readDavPath(address.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/');
}
