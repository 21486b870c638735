import { describe, expect, it } from 'vitest';
import { createFlagSet } from './flag-set.ts';

const set = createFlagSet({
  flags: { read: 1, write: 4, publish: 8, own: 2 ** 30 },
  groups: { edit: ['write', 'publish'], nothing: [] },
});

describe('bits of flags', () => {
  it('satisfy a flag by its bit and a group by any bit of its flags', () => {
    // Bits, and whether they satisfy read, write, publish, own, edit, nothing.
    const satisfied: readonly (readonly [number, string])[] = [
      [0, '- - - - - -'],
      [1, '+ - - - - -'],
      [2, '- - - - - -'],
      [4, '- + - - + -'],
      [8, '- - + - + -'],
      [12, '- + + - + -'],
      [13, '+ + + - + -'],
      [16, '- - - - - -'],
      [2 ** 30, '- - - + - -'],
      [2 ** 40 + 4, '- + - - + -'],
    ];
    for (const [bits, expected] of satisfied) {
      const names = ['read', 'write', 'publish', 'own', 'edit', 'nothing'] as const;
      const found = names.map((name) => (set.has(bits, name) ? '+' : '-')).join(' ');
      expect(found, String(bits)).toBe(expected);
    }
  });

  it('are added up from names, each once', () => {
    expect(set.maskOf()).toBe(0);
    expect(set.maskOf('read')).toBe(1);
    expect(set.maskOf('edit')).toBe(12);
    expect(set.maskOf('read', 'edit', 'write')).toBe(13);
  });

  it('become an object of all flags, without the groups', () => {
    expect(set.objectOf(2 + 4 + 2 ** 30)).toEqual({
      read: false,
      write: true,
      publish: false,
      own: true,
    });
  });

  it('are set and cleared by an object, and left alone where it says nothing', () => {
    expect(set.bitsOf({})).toBe(0);
    expect(set.bitsOf({ read: true, own: true })).toBe(2 ** 30 + 1);
    expect(set.bitsOf({ read: true, write: false }, 1 + 4 + 16 + 2 ** 40)).toBe(1 + 16 + 2 ** 40);
    expect(set.bitsOf({ edit: true }, 1 + 4)).toBe(13);
    expect(set.bitsOf({ edit: false }, 13)).toBe(1);
    const absent = { read: undefined } as unknown as { read: boolean };
    expect(set.bitsOf(absent, 1)).toBe(1);
  });

  it('are set by nothing but true', () => {
    for (const almost of [1, 'true', 'false', {}, null, 0, '']) {
      const object = { read: almost } as unknown as { read: boolean };
      expect(set.bitsOf(object)).toBe(0);
      expect(set.bitsOf(object, 1)).toBe(0);
    }
  });

  it.each(['raed', 'Read', '', 'toString', '__proto__', 'admin', 'undefined'])(
    'of the unknown name %j are an error everywhere',
    (unknown) => {
      const error = new RangeError(`unknown permission: ${unknown}`);
      const name = unknown as 'read';
      expect(() => set.maskOf('read', name)).toThrow(error);
      expect(() => set.has(1, name)).toThrow(error);
      const object = Object.fromEntries([[name, undefined]]) as unknown as { read: boolean };
      expect(() => set.bitsOf(object)).toThrow(error);
    },
  );
});

describe('a table of flags', () => {
  it.each([0, -1, 3, 6, 1.5, Number.NaN, 2 ** 31, -(2 ** 31), 2 ** 32])(
    'may not have %d as a bit, which is none of its own',
    (bit) => {
      const error = new RangeError('unusable permission: write');
      expect(() => createFlagSet({ flags: { read: 1, write: bit } })).toThrow(error);
    },
  );

  it('may not have a bit twice', () => {
    const error = new RangeError('unusable permission: write');
    expect(() => createFlagSet({ flags: { read: 2, write: 2 } })).toThrow(error);
  });

  it.each(['public', 'authenticated', 'admin'])(
    'may not call anything %s, which means something else',
    (name) => {
      const error = new RangeError(`unusable permission: ${name}`);
      expect(() => createFlagSet({ flags: { [name]: 1 } })).toThrow(error);
      const table = { flags: { read: 1 }, groups: { [name]: ['read'] as const } } as const;
      expect(() => createFlagSet(table)).toThrow(error);
    },
  );

  it('may have names that only contain those', () => {
    const { has } = createFlagSet({ flags: { public_read: 1, admin2: 2, superadmin: 4 } });
    expect([has(1, 'public_read'), has(2, 'admin2'), has(4, 'superadmin')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('may not have a group with the name of a flag, or of flags that are unknown', () => {
    const flags = { read: 1, write: 2 } as const;
    expect(() => createFlagSet({ flags, groups: { write: ['read'] } })).toThrow(
      new RangeError('unusable permission: write'),
    );
    // @ts-expect-error A group of a flag that does not exist does not compile either.
    expect(() => createFlagSet({ flags, groups: { edit: ['wirte'] } })).toThrow(
      new RangeError('unknown permission: wirte'),
    );
  });
});
