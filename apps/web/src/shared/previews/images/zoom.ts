/** Scale and position of an image: moved by pixels from the center after scaling. */
export interface Zoom {
  /** 1 fits the frame. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const FITTING: Zoom = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 20;

/**
 * Scales by a factor so that the part under a point stays there.
 *
 * @param point relative to the center of the frame
 */
export function zoomAt(zoom: Zoom, factor: number, point: { x: number; y: number }): Zoom {
  const scale = Math.min(Math.max(zoom.scale * factor, 1), MAX_SCALE);
  if (scale === 1) return FITTING;
  const by = scale / zoom.scale;
  return { scale, x: point.x - (point.x - zoom.x) * by, y: point.y - (point.y - zoom.y) * by };
}

/** Moves the image, but never completely out of the frame. */
export function moveBy(
  zoom: Zoom,
  by: { x: number; y: number },
  frame: { width: number; height: number },
): Zoom {
  const limitX = (frame.width * zoom.scale) / 2;
  const limitY = (frame.height * zoom.scale) / 2;
  const limit = (value: number, most: number) => Math.min(Math.max(value, -most), most);
  return { ...zoom, x: limit(zoom.x + by.x, limitX), y: limit(zoom.y + by.y, limitY) };
}
