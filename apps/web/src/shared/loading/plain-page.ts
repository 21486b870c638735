/**
 * Whether the page of a link is shown as the server has written it (`#plain`), with title and list. The first
 * render of the app replaces it.
 */
export const hasPlainPage = (): boolean => document.getElementById('plain') !== null;

/** Thumbnails of that page; the text instead of each is the path of its file. */
export const plainPictures = () => document.querySelectorAll<HTMLImageElement>('#plain img');

/** Maximum wait for a picture, in milliseconds. */
const PICTURE_MS = 500;

/** Resolves once one of these thumbnails is painted, because the start of the app would hold it up. */
export const whenPictureShown = () =>
  new Promise<void>((resolve) => {
    const paint = () => requestAnimationFrame(() => setTimeout(resolve));
    Promise.any([...plainPictures()].map((picture) => picture.decode())).then(paint, paint);
    setTimeout(resolve, PICTURE_MS);
  });
