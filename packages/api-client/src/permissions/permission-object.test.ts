import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permissionBitsOf, permissionObjectOf } from './permissions.ts';

/** Sum of the bits of every flag. */
const KNOWN_BITS = 204_547;
const storedBits = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

const NONE = {
  text: false,
  file: false,
  mount_view: false,
  mount_upload: false,
  mount_copy: false,
  mount_rename: false,
  mount_delete: false,
  webdav_read: false,
  webdav_manage: false,
} as const;

describe('permissions in JSON (SPEC 3)', () => {
  it.each([
    ['text', 1],
    ['file', 2],
    ['mount_view', 256],
    ['mount_upload', 512],
    ['mount_copy', 1024],
    ['mount_rename', 2048],
    ['mount_delete', 4096],
    ['webdav_read', 65_536],
    ['webdav_manage', 131_072],
  ])('call the bit of %s so, which is %i', (name, bit) => {
    expect(permissionObjectOf(bit)).toEqual({ ...NONE, [name]: true });
    expect(permissionBitsOf({ [name]: true })).toBe(bit);
    expect(permissionBitsOf({ [name]: false }, KNOWN_BITS)).toBe(KNOWN_BITS - bit);
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

  it.each(['file_share', 'mount', 'Text', 'toString', '__proto__'])(
    'are refused under the name %s, which is no other spelling of one',
    (name) => {
      const object = JSON.parse(`{"${name}": true}`) as object;
      expect(() => permissionBitsOf(object)).toThrow(new RangeError(`unknown permission: ${name}`));
    },
  );
});
