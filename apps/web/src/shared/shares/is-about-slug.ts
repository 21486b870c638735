import { isApiError } from '@satchel/api-client/api-error';

/** Whether the server objects to the end of a link: it is taken, reserved or malformed. */
export function isAboutSlug(error: Error): boolean {
  return isApiError(error) && error.code.startsWith('shares.slug_');
}
