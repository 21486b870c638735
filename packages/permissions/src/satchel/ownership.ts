import type { AdminPrincipal } from '../principal.ts';
import type { ApiKeyPrincipal, Principal } from './principal.ts';
import { SATCHEL } from './table.ts';

/**
 * Whether something belongs to somebody. Everything belongs to administrators; to a
 * key belongs what it created, stored with or without the prefix `apikey:`.
 *
 * @param principal who asks
 * @param createdBy the stored creator, null where none is known
 *
 * @example
 * const key = { kind: 'apiKey', id: '42', permissions: 1, basePath: '/' } as const;
 * owns(key, 'apikey:42'); // true
 * owns(key, '7'); // false
 */
export function owns(principal: Principal, createdBy: string | null | undefined): boolean {
  const isBareId = principal.kind === 'apiKey' && createdBy === principal.id;
  return isBareId || SATCHEL.owns(principal, createdBy);
}

/**
 * Value to store as the creator: an administrator's id, `apikey:{id}` for a key, null for a visitor.
 *
 * @param principal who creates
 *
 * @example
 * createdByOf({ kind: 'admin', id: '7f3c' }); // '7f3c'
 */
export function createdByOf(principal: AdminPrincipal | ApiKeyPrincipal): string;
export function createdByOf(principal: Principal): string | null;
export function createdByOf(principal: Principal): string | null {
  return SATCHEL.createdByOf(principal);
}
