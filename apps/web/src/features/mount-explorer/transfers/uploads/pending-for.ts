import type { PendingEntry } from '#shared/uploads/pending-uploads.ts';
import { splitName } from '../../entry-path.ts';

/** The cut upload that a file belongs to. Where both were kept it was sent under a name with a number. */
export function pendingFor(
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  among: readonly PendingEntry[],
): PendingEntry | undefined {
  const [stem, extension] = splitName(file.name);
  const isName = (name: string) =>
    name === file.name || (name.startsWith(`${stem} (`) && name.endsWith(`)${extension}`));
  return among.find(
    ({ file: { name, size, lastModified } }) =>
      size === file.size && lastModified === file.lastModified && isName(name),
  );
}
