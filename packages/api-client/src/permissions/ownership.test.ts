import { ANONYMOUS } from '@satchel/permissions';
import { describe, expect, it } from 'vitest';
import {
  type ApiKeyPrincipal,
  createdByOf,
  type DeliveryPrincipal,
  decideAccess,
  owns,
  type Principal,
} from './permissions.ts';

const ADMIN = { kind: 'admin', id: '1' } as const;

function keyWith(permissions: number): ApiKeyPrincipal {
  return { kind: 'apiKey', id: '42', permissions, basePath: '/' };
}

describe('ownership (SPEC 6)', () => {
  it('holds for the creating key, with and without the prefix', () => {
    expect(owns(keyWith(0), 'apikey:42')).toBe(true);
    expect(owns(keyWith(0), '42')).toBe(true);
    expect(owns(keyWith(0), createdByOf(keyWith(0)))).toBe(true);
  });

  it('holds for no other key and for nobody anonymous', () => {
    for (const createdBy of ['apikey:421', 'apikey:apikey:42', '4', '', null, undefined]) {
      expect(owns(keyWith(0), createdBy)).toBe(false);
    }
    expect(owns(ANONYMOUS, null)).toBe(false);
    expect(createdByOf(ANONYMOUS)).toBeNull();
  });

  it('holds for nobody of an unknown kind, whatever their id', () => {
    for (const kind of ['apikey', 'APIKEY', 'Admin', '', 'toString', undefined]) {
      const stranger = { ...keyWith(0), kind } as unknown as Principal;
      for (const createdBy of ['42', 'apikey:42', 'apiKey:42', 'undefined42', null]) {
        expect(owns(stranger, createdBy), kind).toBe(false);
      }
      expect(createdByOf(stranger)).toBeNull();
    }
  });

  it('holds for the sender of a delivery for that delivery alone (CONTRACT A7)', () => {
    const sender: DeliveryPrincipal = {
      kind: 'delivery',
      id: '42',
      permissions: 2,
      basePath: '/',
    };
    expect(createdByOf(sender)).toBe('delivery:42');
    expect(owns(sender, 'delivery:42')).toBe(true);
    for (const createdBy of ['42', 'apikey:42', 'delivery:421', 'delivery:4', null]) {
      expect(owns(sender, createdBy)).toBe(false);
    }
    expect(owns(keyWith(-1), 'delivery:42')).toBe(false);
    expect(decideAccess(sender, 'file_share').allowed).toBe(true);
    for (const access of ['text', 'mount_view', 'mount_upload', 'mount', 'admin'] as const) {
      expect(decideAccess(sender, access).allowed, access).toBe(false);
    }
  });

  it('holds for an administrator always', () => {
    expect(owns(ADMIN, 'apikey:42')).toBe(true);
    expect(owns(ADMIN, null)).toBe(true);
    expect(createdByOf(ADMIN)).toBe('1');
  });
});
