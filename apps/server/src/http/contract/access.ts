import { type Access, decideAccess, type Principal } from '@satchel/api-client/permissions';
import { errorOf } from '#security/denial.ts';

/** The first of two checks of rights: may the caller make this call at all? Rows and paths come later. */
export function assertAccess(principal: Principal, access: Access): void {
  const decision = decideAccess(principal, access);
  if (!decision.allowed) throw errorOf(decision);
}
