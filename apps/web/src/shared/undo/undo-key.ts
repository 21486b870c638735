const EDITABLE = 'input, textarea, select, [contenteditable="true"]';

/** Actions that can be undone now, the latest last. */
const offered: (() => void)[] = [];

/**
 * Lets Ctrl+Z undo an action, while its toast offers to undo it. The latest action comes first.
 *
 * @returns a function that ends the offer
 */
export function offerUndo(undo: () => void): () => void {
  if (offered.length === 0) window.addEventListener('keydown', undoByKey);
  offered.push(undo);
  return () => {
    const index = offered.indexOf(undo);
    if (index >= 0) offered.splice(index, 1);
    if (offered.length === 0) window.removeEventListener('keydown', undoByKey);
  };
}

function undoByKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey || shiftKey) return;
  if (key.toLowerCase() !== 'z' || ctrlKey === metaKey) return;
  // Fields undo their own text.
  if (event.target instanceof Element && event.target.closest(EDITABLE)) return;
  event.preventDefault();
  offered.at(-1)?.();
}
