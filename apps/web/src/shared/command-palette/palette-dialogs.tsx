import { Commands } from './commands.tsx';
import type { PaletteView } from './palette-store.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

export interface PaletteDialogsProps {
  view: PaletteView;
  onClose: () => void;
}

export function PaletteDialogs({ view, onClose }: PaletteDialogsProps) {
  return view === 'commands' ? (
    <Commands onClose={onClose} />
  ) : (
    <ShortcutsDialog onClose={onClose} />
  );
}
