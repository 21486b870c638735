import { describe, expect, it } from 'vitest';
import { createAllowList, isAllowListEntry } from './allow-list.ts';

describe('the allow-list of LAN sources (SECURITY 1)', () => {
  it.each(['nas', 'nas.lan', 'a_b.c-d', '10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0'])(
    'reads %s',
    (entry) => {
      expect(isAllowListEntry(entry)).toBe(true);
    },
  );

  it.each(['', '*', 'a..b', 'nas:80', 'http://nas', '10.0.0.0/33', '10.0.0.0/8/8', 'nas/8', '-a'])(
    'refuses %j',
    (entry) => {
      expect(isAllowListEntry(entry)).toBe(false);
    },
  );

  it('allows what a name resolves to, in any case, and no other name', () => {
    const allowList = createAllowList(['NAS.lan']);
    expect(allowList.allows('nas.lan', '10.0.0.1')).toBe(true);
    expect(allowList.allows('nas.lan', 'fd00::1')).toBe(true);
    expect(allowList.allows('x.nas.lan', '10.0.0.1')).toBe(false);
    expect(allowList.allows('nas.lan', 'nonsense')).toBe(false);
  });

  it('allows addresses and networks, and never IPv4 in disguise or with a zone', () => {
    const allowList = createAllowList(['10.0.0.0/8', '127.0.0.1', '::/0', 'nas.lan']);
    expect(allowList.allows('x', '10.255.0.1')).toBe(true);
    expect(allowList.allows('x', '11.0.0.1')).toBe(false);
    expect(allowList.allows('x', '127.0.0.1')).toBe(true);
    expect(allowList.allows('x', '127.0.0.2')).toBe(false);
    expect(allowList.allows('x', 'fd00::1')).toBe(true);
    expect(allowList.allows('nas.lan', '::ffff:127.0.0.1')).toBe(false);
    expect(allowList.allows('x', '::ffff:7f00:1')).toBe(false);
    expect(allowList.allows('x', 'fe80::1%eth0')).toBe(false);
  });
});
