import { describe, expect, it } from 'vitest';
import { sourceOf } from './source.ts';

describe('the source of an attempt (CONTRACT A6)', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', 'an IPv4 address is itself'],
    ['::ffff:192.0.2.1', '192.0.2.1', 'IPv4 written as IPv6 is that IPv4 address'],
    ['::FFFF:C000:201', '192.0.2.1', 'also in hexadecimal'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', 'IPv6 is its /64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64', 'however it is written'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64', 'in any case, with zeros'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'whatever its zone'],
  ])('%s is counted as %s: %s', (address, source) => {
    expect(sourceOf(address)).toBe(source);
  });

  it('tells two networks of one /48 apart', () => {
    expect(sourceOf('2001:db8:1:2::1')).not.toBe(sourceOf('2001:db8:1:3::1'));
  });

  it.each(['', 'unknown', '_hidden', '192.0.2.1:443', 'x'.repeat(5000)])(
    'is one for all that is no address: %j',
    (address) => {
      expect(sourceOf(address)).toBe('unknown');
    },
  );
});
