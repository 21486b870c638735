import { Commands } from './commands.tsx';
import type { PaletteView } from './palette-store.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

export function PaletteDialogs({ view, onClose }: { view: PaletteView; onClose: () => void }) {
  return view === 'commands' ? (
    <Commands onClose={onClose} />
  ) : (
    <ShortcutsDialog onClose={onClose} />
  );
}
