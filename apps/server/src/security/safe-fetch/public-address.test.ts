import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

/** IPv4 networks from which nothing may be fetched. */
const REFUSED_IPV4: readonly (readonly [name: string, network: string, prefix: number])[] = [
  ['this network', '0.0.0.0', 8],
  ['private', '10.0.0.0', 8],
  ['private', '172.16.0.0', 12],
  ['private', '192.168.0.0', 16],
  ['carrier-grade NAT', '100.64.0.0', 10],
  ['loopback', '127.0.0.0', 8],
  ['link-local', '169.254.0.0', 16],
  ['documentation', '192.0.2.0', 24],
  ['documentation', '198.51.100.0', 24],
  ['documentation', '203.0.113.0', 24],
  ['benchmarks', '198.18.0.0', 15],
  ['multicast', '224.0.0.0', 4],
  ['reserved', '240.0.0.0', 4],
];

const toIpv4 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const toNumber = (address: string) =>
  address.split('.').reduce((value, part) => value * 256 + Number(part), 0);
const groups = (count: number) =>
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { minLength: count, maxLength: count })
    .map((values) => values.map((value) => value.toString(16)).join(':'));
const ipv4 = fc.integer({ min: 0, max: 0xffffffff }).map(toIpv4);

describe('isPublicAddress (SECURITY 1)', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '169.253.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00::1',
  ])('takes %s for public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['v4-mapped', '::ffff:127.0.0.1'],
    ['v4-mapped, of a public address', '::ffff:8.8.8.8'],
    ['v4-compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['unique local', 'fd00::1'],
    ['the metadata of a cloud', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['a public one with a zone', '2a00::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['metadata', '169.254.169.254'],
    ['metadata behind NAT', '100.100.100.200'],
    ['a platform service', '168.63.129.16'],
    ['no address', 'localhost'],
    ['no canonical address', '2130706433'],
    ['nothing', ''],
  ])('refuses %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(REFUSED_IPV4)('refuses every address of %s %s/%i', (_, network, prefix) => {
    const size = 2 ** (32 - prefix);
    const first = toNumber(network);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: size - 1 }), (offset) => {
        expect(isPublicAddress(toIpv4(first + offset))).toBe(false);
      }),
    );
    expect(isPublicAddress(toIpv4(first + size - 1))).toBe(false);
  });

  it('refuses exactly those of IPv4, and a platform service and protocol assignments', () => {
    const refused = [
      ...REFUSED_IPV4,
      ['', '192.0.0.0', 24],
      ['', '192.88.99.0', 24],
      ['', '168.63.129.16', 32],
    ] as const;
    fc.assert(
      fc.property(ipv4, (address) => {
        const value = toNumber(address);
        const isRefused = refused.some(([, network, prefix]) => {
          const first = toNumber(network);
          return value >= first && value < first + 2 ** (32 - prefix);
        });
        expect(isPublicAddress(address)).toBe(!isRefused);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses every IPv4 address that hides in one of IPv6', () => {
    fc.assert(
      fc.property(ipv4, groups(4), (address, tail) => {
        const hex = toNumber(address).toString(16).padStart(8, '0');
        const [high, low] = [hex.slice(0, 4), hex.slice(4)];
        for (const hiding of [
          `::ffff:${address}`,
          `::${address}`,
          `64:ff9b::${address}`,
          `64:ff9b:1:${tail}:${high}:${low}`.replace(/^((?:[^:]+:){7}[^:]+).*$/, '$1'),
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
        ]) {
          expect(isPublicAddress(hiding), hiding).toBe(false);
        }
      }),
    );
  });

  it('refuses all of IPv6 outside of 2000::/3', () => {
    const first = fc
      .integer({ min: 0, max: 0xffff })
      .filter((value) => value >>> 13 !== 1)
      .map((value) => value.toString(16));
    fc.assert(
      fc.property(first, groups(7), (head, tail) => {
        expect(isPublicAddress(`${head}:${tail}`)).toBe(false);
      }),
    );
  });
});
