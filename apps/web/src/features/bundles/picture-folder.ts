import { isGallery } from '@satchel/api-client/picture-folder';
import { entryKindOf } from '#shared/file-types/entry-kind.ts';
import type { BundleItem } from './queries.ts';

/** Whether most files of a folder are pictures; its folders do not count. */
export function isPictureFolder(
  items: readonly Pick<BundleItem, 'name' | 'isDirectory' | 'typeName'>[],
): boolean {
  const files = items.filter(({ isDirectory }) => !isDirectory);
  const pictures = files.filter((item) => entryKindOf(item) === 'image');
  return isGallery(pictures.length, files.length);
}
