import { BlockList, isIP } from 'node:net';

const HOST_NAME = /^(?!.*\.\.)[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/i;

/** IPv4-mapped addresses are never allowed, because no real server publishes one. */
const v4Mapped = new BlockList();
v4Mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

export type AllowList = ReturnType<typeof createAllowList>;

/** True for a host name, an address, or a network such as `10.0.0.0/8`. */
export function isAllowListEntry(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (prefix === undefined) return version !== 0 || HOST_NAME.test(address);
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(prefix)) return false;
  return Number(prefix) <= (version === 4 ? 32 : 128);
}

/** Private addresses that an operator has allowed (SECURITY 1: sources on the LAN). */
export function createAllowList(entries: readonly string[]) {
  const hosts = new Set<string>();
  // One list per family, so that 127.0.0.1 does not open ::ffff:127.0.0.1.
  const networks = { 4: new BlockList(), 6: new BlockList() };
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const version = isIP(address);
    if (version === 4) networks[4].addSubnet(address, Number(prefix ?? 32), 'ipv4');
    else if (version === 6) networks[6].addSubnet(address, Number(prefix ?? 128), 'ipv6');
    else hosts.add(normalizeHostname(entry));
  }
  return {
    /** True if the address is allowed, or an allowed name resolves to it. */
    allows(hostname: string, address: string): boolean {
      const version = isIP(address);
      if (version === 0 || address.includes('%')) return false;
      if (version === 4) return networks[4].check(address, 'ipv4') || hosts.has(hostname);
      if (v4Mapped.check(address, 'ipv6')) return false;
      return networks[6].check(address, 'ipv6') || hosts.has(hostname);
    },
  };
}

/** Normalized name: lower case, without the trailing dot and the brackets of IPv6. */
export function normalizeHostname(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}
