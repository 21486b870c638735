import { AppError } from '#errors';

const MAX_LENGTH = 8192;

/**
 * Parses a URL that a caller wants fetched: http or https, without credentials. The URL parser drops
 * tabs and line ends, and reads `0x7f.1` and `2130706433` as 127.0.0.1. So control characters are
 * refused before parsing, and addresses are checked after it (SECURITY 1).
 *
 * @throws {AppError} `url_uploads.url_invalid`
 */
export function parseSourceUrl(text: string): URL {
  const isPlain = text.length <= MAX_LENGTH && !/\p{Cc}/u.test(text);
  const url = isPlain ? URL.parse(text) : null;
  if (!url || !isFetchable(url)) throw new AppError('url_uploads.url_invalid');
  return url;
}

/**
 * Parses the target of a redirect. An invalid one is refused like a private address, because the caller
 * did nothing wrong.
 *
 * @throws {AppError} `url_uploads.address_refused`
 */
export function parseRedirect(location: string, base: URL): URL {
  // Header bytes arrive as Latin-1; servers send UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const isPlain = text.length <= MAX_LENGTH && !/\p{Cc}/u.test(text);
  const url = isPlain ? URL.parse(text, base.href) : null;
  if (!url || !isFetchable(url)) throw new AppError('url_uploads.address_refused');
  return url;
}

function isFetchable({ protocol, username, password, hostname }: URL): boolean {
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && password === '' && hostname !== '';
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
