import { useSelector } from '@tanstack/react-store';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { paletteView } from './palette-store.ts';

const PaletteDialogs = lazyPart(async () => {
  const [module] = await Promise.all([
    import('./palette-dialogs.tsx'),
    loadTexts('palette', 'panel'),
  ]);
  return module.PaletteDialogs;
});

/** Shows the command palette, and loads its code on first use. */
export function PaletteHost() {
  const view = useSelector(paletteView);
  return view && <PaletteDialogs view={view} onClose={() => paletteView.set(null)} />;
}
