import i18next from 'i18next';
import { ToldError } from '#shared/errors/told-error.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { findUploadedInto } from '#shared/uploads/active-uploads.ts';
import { nameOf } from '../../entry-path.ts';

/**
 * Refuses to rename or move folders into which a tab of this browser is uploading: the files still to come would
 * create them again under their old paths.
 *
 * @param paths paths of entries; those of folders end with a slash
 */
export async function refuseWhileFilling(paths: readonly string[]): Promise<void> {
  const folders = paths.filter((path) => path.endsWith('/'));
  if (folders.length === 0) return;
  const filling = await findUploadedInto(folders);
  if (filling === undefined) return;
  throw new ToldError(i18next.t('explorer:rename.filling', { name: plainName(nameOf(filling)) }));
}
