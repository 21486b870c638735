import { IS_MAC } from '#shared/environment/is-mac.ts';
import { type PaletteView, paletteView } from './palette-store.ts';

const EDITABLE = 'input, textarea, select, [contenteditable="true"]';

/**
 * View that a key opens: Ctrl+K or ⌘K the commands, wherever the focus is, and ? the shortcuts, unless
 * somebody is typing.
 *
 * @returns undefined for every other key, and where the page has already handled it
 */
export function paletteViewOf(event: KeyboardEvent): PaletteView | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (event.defaultPrevented || event.isComposing || altKey) return undefined;
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey) return 'commands';
  const isTyping = target instanceof Element && target.closest(EDITABLE) !== null;
  return key === '?' && !ctrlKey && !metaKey && !isTyping ? 'shortcuts' : undefined;
}

/** Opens the palette by its keys from the app's first line on; its code may come later. */
export function followPaletteKeys(): void {
  window.addEventListener('keydown', (event) => {
    const wanted = paletteViewOf(event);
    // A dialog has the page to itself.
    if (!wanted || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    event.preventDefault();
    paletteView.set(wanted);
  });
}

/** How the shortcut is written on this machine. */
export const PALETTE_SHORTCUT: string = IS_MAC ? '⌘+K' : 'Ctrl+K';
