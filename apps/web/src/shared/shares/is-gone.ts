import { isApiError } from '@satchel/api-client/api-error';

/** Whether a share is not there (any more) for visitors: never was, deleted, expired or used up. */
export function isGone(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 410);
}
