/**
 * Whether the page of a link is shown as the server has written it (`#plain`), with title and list. The first
 * render of the app replaces it.
 */
export const hasPlainPage = (): boolean => document.getElementById('plain') !== null;

/** Thumbnails of that page; the text instead of each is the path of its file. */
export const plainPictures = () => document.querySelectorAll<HTMLImageElement>('#plain img');
