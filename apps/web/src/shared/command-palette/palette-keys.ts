import { IS_MAC } from '#shared/environment/is-mac.ts';
import { type PaletteView, paletteView } from './palette-store.ts';

const EDITABLE = 'input, textarea, select, [contenteditable="true"]';

/**
 * View that a key opens: Ctrl+K or ⌘K opens the commands, from any element, and ? the shortcuts, except in
 * inputs.
 *
 * @returns undefined for every other key, and if the page has already handled the event
 */
export function paletteViewOf(event: KeyboardEvent): PaletteView | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (event.defaultPrevented || event.isComposing || altKey) return undefined;
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey) return 'commands';
  const isTyping = target instanceof Element && target.closest(EDITABLE) !== null;
  return key === '?' && !ctrlKey && !metaKey && !isTyping ? 'shortcuts' : undefined;
}

/** Listens to the palette's keys from the start of the app, before the palette's code has loaded. */
export function followPaletteKeys(): void {
  window.addEventListener('keydown', (event) => {
    const wanted = paletteViewOf(event);
    // Ignores the keys while a dialog is open.
    if (!wanted || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    event.preventDefault();
    paletteView.set(wanted);
  });
}

/** Label of the shortcut on the user's platform. */
export const PALETTE_SHORTCUT: string = IS_MAC ? '⌘+K' : 'Ctrl+K';
