import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasPermission,
  MOUNT_PERMISSION_BITS,
  PERMISSION_FLAGS,
  permissionBitsOf,
  permissionObjectOf,
} from './flags.ts';

const KNOWN_BITS = Object.values(PERMISSION_FLAGS).reduce((sum, bit) => sum + bit, 0);
const storedBits = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

describe('permission flags (SPEC 3)', () => {
  it('have the exact values of SPEC 3', () => {
    expect(PERMISSION_FLAGS).toEqual({
      text: 1,
      file_share: 2,
      mount_view: 256,
      mount_upload: 512,
      mount_copy: 1024,
      mount_rename: 2048,
      mount_delete: 4096,
      webdav_read: 65536,
      webdav_manage: 131072,
    });
    expect(MOUNT_PERMISSION_BITS).toBe(7936);
  });

  it('travel as the nine names of SPEC 3, with file for file_share', () => {
    expect(permissionObjectOf(2 | 131072)).toEqual({
      text: false,
      file: true,
      mount_view: false,
      mount_upload: false,
      mount_copy: false,
      mount_rename: false,
      mount_delete: false,
      webdav_read: false,
      webdav_manage: true,
    });
  });

  it('come back unchanged from their object, unknown bits and all', () => {
    fc.assert(
      fc.property(storedBits, (bits) => {
        expect(permissionBitsOf(permissionObjectOf(bits), bits)).toBe(bits);
      }),
    );
  });

  it('set and clear exactly the names given', () => {
    const change = fc.record(
      { text: fc.boolean(), file: fc.boolean(), webdav_manage: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(storedBits, change, (bits, wanted) => {
        const changed = permissionBitsOf(wanted, bits);
        expect(permissionObjectOf(changed)).toEqual({ ...permissionObjectOf(bits), ...wanted });
        expect(changed - (changed & KNOWN_BITS)).toBe(bits - (bits & KNOWN_BITS));
      }),
    );
  });

  it.each(Object.entries(PERMISSION_FLAGS))('%s is granted by its own bit only', (name, bit) => {
    const permission = name as keyof typeof PERMISSION_FLAGS;
    expect(hasPermission(bit, permission)).toBe(true);
    expect(hasPermission(KNOWN_BITS - bit, permission)).toBe(false);
  });

  it('satisfy the group mount by any of its five and by nothing else (SPEC 6)', () => {
    fc.assert(
      fc.property(storedBits, (bits) => {
        const any = [256, 512, 1024, 2048, 4096].some((bit) => (bits & bit) !== 0);
        expect(hasPermission(bits, 'mount')).toBe(any);
      }),
    );
  });
});
