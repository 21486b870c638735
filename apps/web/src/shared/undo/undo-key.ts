import { dismissToast, showToast } from '@satchel/ui/feedback/toast-store';
import { onOwnerChange } from '#shared/session/owned-atom.ts';

const EDITABLE = 'input, textarea, select, [contenteditable="true"]';

/** An action that can be undone now. */
interface Offer {
  readonly startedMs: number;
  readonly takeBack: () => void;
}

/** The action that was started latest is last. */
const offered: Offer[] = [];

let lastId = 0;

export interface UndoableAction {
  /** Says what was done. */
  readonly done: string;
  /** Label of the button. */
  readonly label: string;
  readonly undo: () => void;
  /**
   * When the user started it, in milliseconds of `performance.now()`; default now. Given for actions that take effect
   * on the screen before they are done.
   */
  readonly startedMs?: number;
  /** Called when the toast closes and the action can no longer be undone. */
  readonly onClose?: () => void;
}

/**
 * Offers to undo an action in a toast. Its button or Ctrl+Z undoes it, the latest action first. The offer ends
 * when the toast closes and when another user logs in.
 *
 * @returns a function that withdraws the offer; false if it has ended before
 */
export function offerUndo({
  done,
  label,
  undo,
  onClose,
  ...action
}: UndoableAction): () => boolean {
  lastId += 1;
  const id = `undo ${lastId}`;
  const takeBack = () => {
    if (withdraw()) undo();
  };
  const offer = { startedMs: action.startedMs ?? performance.now(), takeBack };
  const stop = onOwnerChange(() => withdraw());
  function withdraw(): boolean {
    const index = offered.indexOf(offer);
    if (index < 0) return false;
    offered.splice(index, 1);
    if (offered.length === 0) window.removeEventListener('keydown', undoByKey);
    stop();
    dismissToast(id);
    return true;
  }
  if (offered.length === 0) window.addEventListener('keydown', undoByKey);
  offered.push(offer);
  offered.sort((one, other) => one.startedMs - other.startedMs);
  showToast('info', done, {
    id,
    action: { label, onAction: takeBack },
    onClose: () => withdraw() && onClose?.(),
  });
  return withdraw;
}

function undoByKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey || shiftKey) return;
  if (key.toLowerCase() !== 'z' || ctrlKey === metaKey) return;
  // Fields undo their own text.
  if (event.target instanceof Element && event.target.closest(EDITABLE)) return;
  event.preventDefault();
  offered.at(-1)?.takeBack();
}
