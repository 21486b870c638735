import { isApiError } from '@satchel/api-client/api-error';

/** Whether a write was refused because the name was taken, or the file changed, in the meantime. */
export function isConflict(error: unknown): boolean {
  return isApiError(error) && error.code === 'file_system.changed';
}
