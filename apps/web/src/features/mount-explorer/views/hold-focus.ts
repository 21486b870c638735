/** Time in which closing menus and dialogs, and rows that get other keys, may take the focus away. */
const HOLD_MS = 600;
/** Maximum time to wait for a dialog that closes. */
const WAIT_MS = 3_000;
const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';

export interface HoldFocusOptions {
  readonly list: HTMLElement;
  readonly focus: () => void;
  /** Whether the element has the focus; another row may get it from a closing dialog. */
  readonly isFocused: () => boolean;
  /** Whether it leaves the focus where it is unless the list has it, or nothing. */
  readonly isPolite: boolean;
}

/**
 * Focuses an element of the list, and again if the focus leaves it without the user, for example because a
 * closing menu returns the focus to a button that is gone. Leaves the focus in fields and open dialogs.
 *
 * @returns a function that ends it
 */
export function holdFocus({ list, focus, isFocused, isPolite }: HoldFocusOptions): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const end = () => stopping.abort();
  const isElsewhere = () => document.activeElement?.closest(FIELDS) != null;

  const beganMs = performance.now();
  let endsAtMs = beganMs + HOLD_MS;

  function check(): void {
    const nowMs = performance.now();
    if (nowMs > endsAtMs) end();
    if (signal.aborted) return;
    if (isElsewhere()) endsAtMs = Math.min(nowMs + HOLD_MS, beganMs + WAIT_MS);
    else if (!isFocused()) focus();
    requestAnimationFrame(check);
  }

  const { activeElement } = document;
  if (isPolite && activeElement !== document.body && !list.contains(activeElement)) return end;
  for (const type of ['pointerdown', 'keydown']) {
    window.addEventListener(type, end, { capture: true, signal });
  }
  if (!isElsewhere()) focus();
  requestAnimationFrame(check);
  return end;
}
