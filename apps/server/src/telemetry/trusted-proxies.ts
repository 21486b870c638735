import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Whether an address is a proxy's whose headers are believed; `hop` counts from the connection on. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** @param proxies addresses and networks, as in `TRUSTED_PROXIES` */
export function createIsTrusted(proxies: readonly string[]): IsTrusted {
  return proxies.length === 0 ? () => false : proxyAddr.compile([...proxies]);
}

/** The caller's address: the last one in the chain of proxies that none of them vouches for. */
export function addressOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrusted: IsTrusted,
): string {
  // It reads nothing else of a request.
  return proxyAddr(request as IncomingMessage, isTrusted);
}
