/** Share of pictures from which a folder is a gallery. */
const MOSTLY = 0.6;
/** Fewer pictures look lost in a gallery. */
const MIN_PICTURES = 3;

/** Whether most files of a folder are pictures, so that server and app show it as a gallery. Folders do not count. */
export function isMostlyPictures(pictureCount: number, fileCount: number): boolean {
  return pictureCount >= MIN_PICTURES && pictureCount >= fileCount * MOSTLY;
}
