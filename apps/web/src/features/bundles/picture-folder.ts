import { entryKindOf } from '#shared/file-types/entry-kind.ts';
import type { BundleItem } from './queries.ts';

/** Share of pictures from which a folder is a gallery. */
const MOSTLY = 0.6;
/** Fewer pictures look lost in a gallery. */
const MIN_PICTURES = 3;

/** Whether most files of a folder are pictures; its folders do not count. */
export function isPictureFolder(
  items: readonly Pick<BundleItem, 'name' | 'isDirectory' | 'typeName'>[],
): boolean {
  const files = items.filter(({ isDirectory }) => !isDirectory);
  const pictures = files.filter((item) => entryKindOf(item) === 'image');
  return pictures.length >= MIN_PICTURES && pictures.length >= files.length * MOSTLY;
}
