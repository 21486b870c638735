import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not hosts on the public internet (IANA's special-purpose registry). */
const SPECIAL_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network; Linux connects 0.0.0.0 to itself
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's platform service, at a public address
  ['169.254.0.0', 16], // link-local, and the clouds' metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/** In IPv6 only 2000::/3 is public, and not all of that. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  // Unspecified, loopback, v4-compatible, v4-mapped, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard.
  ['::', 3],
  ['4000::', 2], // not assigned
  ['8000::', 1], // not assigned; includes unique local, link-local, site-local and multicast
  ['2001::', 23], // Teredo, ORCHID, benchmarks and other protocol assignments
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which has an IPv4 address inside
  ['3ffe::', 16], // the former 6bone
  ['3fff::', 20], // documentation
];

/* One list per family, because BlockList would treat an IPv4 address like its v4-mapped form. */
const specialIpv4 = blockListOf(SPECIAL_IPV4, 'ipv4');
const specialIpv6 = blockListOf(SPECIAL_IPV6, 'ipv6');

/**
 * True if an address is on the public internet (SECURITY 1). False for text that is no plain address,
 * such as one with a zone.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4');
    case 6:
      return !specialIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}

function blockListOf(
  networks: readonly (readonly [network: string, prefix: number])[],
  family: 'ipv4' | 'ipv6',
): BlockList {
  const blockList = new BlockList();
  for (const [network, prefix] of networks) blockList.addSubnet(network, prefix, family);
  return blockList;
}
