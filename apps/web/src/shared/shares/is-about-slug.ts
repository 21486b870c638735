import { isApiError } from '@satchel/api-client/api-error';

/** Whether the server refused the slug: it is taken, reserved or malformed. */
export function isAboutSlug(error: Error): boolean {
  return isApiError(error) && error.code.startsWith('shares.slug_');
}
