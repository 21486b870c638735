import { type Access, type Denial, decideAccess, type Principal } from '@satchel/permissions';
import { AppError } from '#errors';

/** The first of the two gates: what the call declares (DESIGN 4). */
export function assertAccess(principal: Principal, access: Access): void {
  const decision = decideAccess(principal, access);
  if (!decision.allowed) throw errorOf(decision);
}

export function errorOf(denial: Denial): AppError {
  switch (denial.reason) {
    case 'unauthenticated':
      return new AppError('auth.required');
    case 'admin_only':
      return new AppError('auth.admin_required');
    case 'missing_permission':
      return new AppError('auth.forbidden', { details: { anyOf: denial.anyOf } });
    case 'outside_base_path':
      return new AppError('auth.outside_base_path');
    case 'invalid_path':
      return new AppError('request.invalid', { details: { problem: denial.problem } });
  }
}
