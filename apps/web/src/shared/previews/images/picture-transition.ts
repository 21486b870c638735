import { isMotionWanted } from '#shared/environment/is-motion-wanted.ts';

/** Attribute of a thumbnail with the path of its file. */
export const PICTURE_ATTRIBUTE = 'data-picture';
/** The theme gives both the same name, the thumbnail only while there is no preview. */
const GROWING_ATTRIBUTE = 'data-growing-picture';
export const PREVIEWED = { 'data-previewed-picture': '' };

/**
 * Options of a navigation that opens or closes the preview of a picture: it grows out of its thumbnail, or
 * shrinks back into it. Nothing moves from one preview to the next, with reduced motion, or where the thumbnail is
 * not on the page.
 *
 * @param before path of the file in the preview before; undefined if there was none
 * @param after path of the file in the preview afterwards; undefined if it closes
 */
export function pictureTransition(
  before: string | undefined,
  after: string | undefined,
): { types: ['picture'] } | false {
  document.querySelector(`[${GROWING_ATTRIBUTE}]`)?.removeAttribute(GROWING_ATTRIBUTE);
  const path = before ?? after;
  const isMove = (before === undefined) === (after === undefined);
  if (isMove || path === undefined || !isMotionWanted()) return false;
  const thumbnail = document.querySelector(
    `img[${PICTURE_ATTRIBUTE}="${CSS.escape(path)}"]:not([role=dialog] *)`,
  );
  thumbnail?.setAttribute(GROWING_ATTRIBUTE, '');
  return thumbnail !== null && { types: ['picture'] };
}
