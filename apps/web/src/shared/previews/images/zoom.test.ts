import { describe, expect, it } from 'vitest';
import { FITTING, moveBy, zoomAt } from './zoom.ts';

/** Position on the screen of a point of the image, measured from its middle. */
const seen = ({ scale, x, y }: typeof FITTING, at: { x: number; y: number }) => ({
  x: at.x * scale + x,
  y: at.y * scale + y,
});

describe('zooming', () => {
  it('keeps what is under the pointer where it is', () => {
    const pointer = { x: 120, y: -40 };
    const once = zoomAt(FITTING, 2, pointer);
    expect(seen(once, pointer)).toEqual(pointer);
    const twice = zoomAt(once, 1.5, { x: -30, y: 10 });
    const under = { x: (-30 - once.x) / once.scale, y: (10 - once.y) / once.scale };
    expect(seen(twice, under).x).toBeCloseTo(-30);
    expect(seen(twice, under).y).toBeCloseTo(10);
  });

  it('ends where the image fits, in the middle', () => {
    expect(zoomAt(zoomAt(FITTING, 3, { x: 50, y: 50 }), 0.01, { x: 9, y: 9 })).toEqual(FITTING);
  });

  it('has an end', () => {
    expect(zoomAt(FITTING, 1000, { x: 0, y: 0 }).scale).toBe(20);
  });

  it('does not let the image be moved away', () => {
    const zoom = zoomAt(FITTING, 2, { x: 0, y: 0 });
    const frame = { width: 100, height: 50 };
    expect(moveBy(zoom, { x: 5000, y: -5000 }, frame)).toEqual({ scale: 2, x: 100, y: -50 });
  });
});
