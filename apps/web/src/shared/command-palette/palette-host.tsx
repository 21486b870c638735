import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { paletteViewOf } from './palette-keys.ts';
import { paletteView } from './palette-store.ts';

const PaletteDialogs = lazyPart(async () => {
  const [module] = await Promise.all([
    import('./palette-dialogs.tsx'),
    loadTexts('palette', 'panel'),
  ]);
  return module.PaletteDialogs;
});

/** Listens for the keys of the command palette, whose code is loaded when it is first wanted. */
export function PaletteHost() {
  const view = useSelector(paletteView);
  useEffect(() => {
    function open(event: KeyboardEvent) {
      const wanted = paletteViewOf(event);
      // A dialog has the page to itself.
      if (!wanted || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      paletteView.set(wanted);
    }
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return view && <PaletteDialogs view={view} onClose={() => paletteView.set(null)} />;
}
