import { type Access, decideAccess, type Principal } from '@satchel/permissions';
import { errorOf } from '#security/denial.ts';

/** The first of the two gates: what the call declares (DESIGN 4). */
export function assertAccess(principal: Principal, access: Access): void {
  const decision = decideAccess(principal, access);
  if (!decision.allowed) throw errorOf(decision);
}
