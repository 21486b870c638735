import { Shortcut } from '@satchel/ui/actions/kbd';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PALETTE_SHORTCUT } from '#shared/command-palette/palette-keys.ts';
import { paletteView } from '#shared/command-palette/palette-store.ts';

/** Button that opens the command palette and shows its shortcut. */
export function PaletteButton() {
  const { t } = useTranslation('panel');
  return (
    <button
      type="button"
      aria-keyshortcuts={PALETTE_SHORTCUT.replace('Ctrl', 'Control').replace('⌘', 'Meta')}
      onClick={() => paletteView.set('commands')}
      className="touch-target flex h-9 shrink-0 items-center gap-2 rounded-md border border-line bg-raised px-2.5 text-sm text-ink-muted shadow-sm hover:border-line-strong hover:text-ink"
    >
      <Search className="size-4 shrink-0" />
      <span className="flex-1 text-left max-lg:sr-only">{t('commands')}</span>
      <span className="max-lg:hidden">
        <Shortcut keys={PALETTE_SHORTCUT} isHidden />
      </span>
    </button>
  );
}
