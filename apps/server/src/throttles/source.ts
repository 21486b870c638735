import ipaddr from 'ipaddr.js';

/** Name of all unreadable addresses, which share one budget. */
const UNREADABLE = 'unknown';

/**
 * Source that failures are counted for: an IPv4 address, or the /64 of an IPv6 one, because every host
 * has 2^64 addresses. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) counts as IPv4.
 */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return UNREADABLE;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** True for a loopback address. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
