/** Share of pictures among the files from which a folder is a gallery. */
const MOSTLY = 0.6;
/** Fewer pictures look lost in a gallery. */
const MIN_PICTURES = 3;

/** Whether a page shows a folder with so many pictures among its files as a gallery. */
export function isGallery(pictures: number, files: number): boolean {
  return pictures >= MIN_PICTURES && pictures >= files * MOSTLY;
}
