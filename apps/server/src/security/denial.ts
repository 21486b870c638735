import type { Denial } from '@satchel/api-client/permissions';
import { AppError } from '#errors';

/** Error for a denied right. */
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
      return new AppError('file_system.path_invalid', { details: { problem: denial.problem } });
  }
}
