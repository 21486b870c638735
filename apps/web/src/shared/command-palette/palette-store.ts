/** Dialog above the page: all commands, or the list of shortcuts. */
export type PaletteView = 'commands' | 'shortcuts';

let view: PaletteView | null = null;
const listeners = new Set<() => void>();

export function getPaletteView(): PaletteView | null {
  return view;
}

export function showPalette(next: PaletteView | null): void {
  view = next;
  for (const listener of listeners) listener();
}

export function subscribeToPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
