import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { compareNames } from '#shared/format/compare-names.ts';

/** Sorts files by folder, then by name, because browsers list those of a chosen folder in no order. */
export function sortFiles<Each extends ChosenFile>(files: readonly Each[]): readonly Each[] {
  return files.toSorted(
    (a, b) => compareNames(a.directory, b.directory) || compareNames(a.file.name, b.file.name),
  );
}
