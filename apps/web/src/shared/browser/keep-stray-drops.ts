/** Receiver of files that the user drops outside of all drop zones. */
export interface StrayDropTaker {
  /** Called when dragged files enter the page outside of a drop zone, and when they leave it. */
  onOver: (isOver: boolean) => void;
  onDrop: (files: DataTransfer) => void;
}

let taker: StrayDropTaker | null = null;

/** Sets the receiver of stray drops. Returns a function that removes it. */
export function takeStrayDrops(next: StrayDropTaker): () => void {
  taker = next;
  return () => {
    if (taker === next) taker = null;
  };
}

/**
 * Passes files that are dropped outside of drop zones to the receiver, or ignores them. Without this the
 * browser would open the file in place of the app, and unsaved text would be lost.
 */
export function keepStrayDrops(): void {
  for (const type of ['dragover', 'drop'] as const) {
    // Listens on the window, so that every drop zone handles the event first.
    window.addEventListener(type, (event) => {
      const transfer = event.dataTransfer;
      const isStray = !event.defaultPrevented && transfer?.types.includes('Files');
      taker?.onOver(Boolean(isStray) && type === 'dragover');
      if (!isStray || !transfer) return;
      event.preventDefault();
      transfer.dropEffect = taker ? 'copy' : 'none';
      if (type === 'drop') taker?.onDrop(transfer);
    });
  }
  window.addEventListener('dragleave', ({ relatedTarget }) => {
    // `relatedTarget` is null only when the pointer leaves the window.
    if (relatedTarget === null) taker?.onOver(false);
  });
}
