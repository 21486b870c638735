import { PERMISSION_FLAGS, type Principal } from '@satchel/api-client/permissions';
import { describe, expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { abilitiesIn, abilitiesWith, canMoveTo } from './abilities.ts';

const ADMIN: Principal = { kind: 'admin', id: 'admin' };
const MOUNTED = { isVirtual: false };

function keyWith(...names: (keyof typeof PERMISSION_FLAGS)[]): Principal {
  const permissions = names.reduce((bits, name) => bits | PERMISSION_FLAGS[name], 0);
  return { kind: 'apiKey', id: '7', permissions, basePath: '/m' };
}

describe('what the explorer offers (SPEC 6)', () => {
  it('offers an administrator everything in a mount, and no change above the mounts', () => {
    expect(Object.values(abilitiesIn(ADMIN, '/m', MOUNTED))).not.toContain(false);
    expect(Object.values(abilitiesIn(ADMIN, '/', { isVirtual: true }))).not.toContain(true);
    expect(Object.values(abilitiesIn(ADMIN, '/m', undefined))).not.toContain(true);
  });

  it('offers a key what its permissions allow, within its base path', () => {
    const key = keyWith('mount_view', 'mount_upload', 'mount_rename');
    expect(abilitiesIn(key, '/m/a', MOUNTED)).toEqual({
      canAdd: true,
      canCopyHere: false,
      canMove: true,
      canCopy: false,
      canRename: true,
      canDelete: false,
      canShare: false,
    });
    expect(abilitiesIn(key, '/other', MOUNTED).canAdd).toBe(false);
  });

  it('lets entries be moved by rename within a mount, by copy and removal to another', () => {
    const renames = keyWith('mount_view', 'mount_rename');
    const copies = keyWith('mount_view', 'mount_copy', 'mount_delete');
    expect(abilitiesIn(copies, '/m', MOUNTED).canMove).toBe(true);
    expect([canMoveTo(renames, '/m/a', true), canMoveTo(renames, '/m/a', false)]).toEqual([
      true,
      false,
    ]);
    expect([canMoveTo(copies, '/m/a', true), canMoveTo(copies, '/m/a', false)]).toEqual([
      false,
      true,
    ]);
  });

  it('renames one entry only, shares files and folders, and leaves mounts alone', () => {
    const all = abilitiesIn(ADMIN, '/m', MOUNTED);
    const file = fakeEntry('a.txt');
    const folder = fakeEntry('b/');
    const mount = fakeEntry('c/', { isVirtual: true, isMount: true });
    expect(abilitiesWith(all, [file])).toMatchObject({ canRename: true, canShare: true });
    expect(abilitiesWith(all, [folder])).toMatchObject({ canRename: true, canShare: true });
    expect(abilitiesWith(all, [file, folder])).toMatchObject({
      canRename: false,
      canShare: true,
      canDelete: true,
    });
    expect(abilitiesWith(all, [file, mount])).toMatchObject({
      canDelete: false,
      canCopy: false,
      canMove: false,
      canShare: false,
    });
    expect(abilitiesWith(all, [])).toMatchObject({ canDelete: false, canCopy: false });
  });
});
