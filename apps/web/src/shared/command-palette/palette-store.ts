import { createAtom } from '@tanstack/react-store';

/** Dialogs of the palette: all commands, or the list of shortcuts. */
export type PaletteView = 'commands' | 'shortcuts';

export const paletteView = createAtom<PaletteView | null>(null);
