/** Duration of a long press (SPEC 9). */
export const LONG_PRESS_MS = 500;
export const LONG_PRESS_TOLERANCE_PX = 10;

export interface Touch {
  readonly clientX: number;
  readonly clientY: number;
}

export interface LongPress<Target> {
  begin: (target: Target, touch: Touch) => void;
  /** Cancels the press if the finger has moved too far, because then it scrolls. */
  move: (touch: Touch) => void;
  /** Ends the press: the finger is lifted, or another gesture begins. */
  lift: () => void;
  /** Returns true once after a long press, so that the caller ignores the click that follows. */
  wasPressed: () => boolean;
}

/** Detects long presses of a finger. */
export function createLongPress<Target>(onPress: (target: Target) => void): LongPress<Target> {
  let start: Touch | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPressed = false;

  function cancel(): void {
    clearTimeout(timer);
    start = undefined;
  }

  return {
    begin(target, touch) {
      cancel();
      isPressed = false;
      start = { clientX: touch.clientX, clientY: touch.clientY };
      timer = setTimeout(() => {
        start = undefined;
        isPressed = true;
        onPress(target);
      }, LONG_PRESS_MS);
    },
    move({ clientX, clientY }) {
      if (!start) return;
      const distance = Math.hypot(clientX - start.clientX, clientY - start.clientY);
      if (distance > LONG_PRESS_TOLERANCE_PX) cancel();
    },
    lift: cancel,
    wasPressed() {
      const was = isPressed;
      isPressed = false;
      return was;
    },
  };
}
