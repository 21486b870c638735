/**
 * A file that is dropped beside a drop zone does nothing. Without this the browser would open it in
 * place of the app, and what was typed would be gone.
 */
export function keepStrayDrops(): void {
  for (const type of ['dragover', 'drop'] as const) {
    // At the window, after every drop zone has had its turn.
    window.addEventListener(type, (event) => {
      const transfer = event.dataTransfer;
      if (event.defaultPrevented || !transfer?.types.includes('Files')) return;
      event.preventDefault();
      transfer.dropEffect = 'none';
    });
  }
}
