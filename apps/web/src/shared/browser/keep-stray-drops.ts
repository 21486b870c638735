/** Receiver of files that are dropped outside of all drop zones. */
export interface StrayDropTaker {
  /** Whether files are over the page, beside a drop zone. */
  onOver: (isOver: boolean) => void;
  onDrop: (files: DataTransfer) => void;
}

let taker: StrayDropTaker | null = null;

/** From now on takes what is dropped anywhere. Returns how to stop that. */
export function takeStrayDrops(next: StrayDropTaker): () => void {
  taker = next;
  return () => {
    if (taker === next) taker = null;
  };
}

/**
 * A file that is dropped beside a drop zone is offered to whoever takes it, or does nothing. Without this
 * the browser would open it in place of the app, and what was typed would be gone.
 */
export function keepStrayDrops(): void {
  for (const type of ['dragover', 'drop'] as const) {
    // At the window, after every drop zone has had its turn.
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
    // Only where they leave the window: between elements there is always another.
    if (relatedTarget === null) taker?.onOver(false);
  });
}
