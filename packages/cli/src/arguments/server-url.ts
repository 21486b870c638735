import { usageError } from '../command-error.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Normalizes the address of a server. Adds a missing scheme (https, or http for this computer itself) and
 * removes trailing slashes.
 *
 * @throws {CommandError} `server_url_invalid`
 */
export function parseServerUrl(text: string): string {
  const host = /^[^/:]*|^\[[^\]]*\]/.exec(text)?.[0] ?? '';
  const url = /^[a-z][a-z+.-]*:\/\//i.test(text)
    ? text
    : `${LOOPBACK.test(host) ? 'http' : 'https'}://${text}`;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) {
    throw usageError('server_url_invalid', { url: text });
  }
  return parsed.origin + parsed.pathname.replace(/\/+$/, '');
}

/** Whether others on the network can read the connection: plain HTTP, except to this computer. */
export function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}
