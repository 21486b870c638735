import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Tells whether an address is a trusted proxy's; `hop` counts from the connection on. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** True for an address, or a network such as `10.0.0.0/8`. */
export function isProxyEntry(text: string): boolean {
  const [address = ''] = text.split('/');
  if (isIP(address) === 0) return false;
  try {
    createIsTrusted([text]);
    return true;
  } catch {
    return false;
  }
}

/** @param proxies addresses and networks, as in `TRUSTED_PROXIES` */
export function createIsTrusted(proxies: readonly string[]): IsTrusted {
  return proxies.length === 0 ? () => false : proxyAddr.compile([...proxies]);
}

/** Address of the caller: the last one in the chain that is not a trusted proxy's. */
export function addressOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrusted: IsTrusted,
): string {
  // proxyAddr only reads these two fields.
  return proxyAddr(request as IncomingMessage, isTrusted);
}
