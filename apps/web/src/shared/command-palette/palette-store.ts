import { createAtom } from '@tanstack/react-store';

/** Dialog above the page: all commands, or the list of shortcuts. */
export type PaletteView = 'commands' | 'shortcuts';

export const paletteView = createAtom<PaletteView | null>(null);
