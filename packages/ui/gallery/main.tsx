import { createRoot } from 'react-dom/client';
import { SkipLink } from '../src/skip-link.tsx';
import { Toaster } from '../src/toast.tsx';
import { Actions } from './actions.tsx';
import { DataDisplay } from './data-display.tsx';
import { Feedback } from './feedback.tsx';
import { Forms } from './forms.tsx';
import { Overlays } from './overlays.tsx';
import './gallery.css';

const THEMES = ['light', 'dark'] as const;

/** Every component in both themes, side by side. Dialogs and menus have the system's theme. */
function Gallery() {
  return (
    <>
      <SkipLink targetId="components" label="Skip to the components" />
      <main id="components" className="p-4">
        <h1 className="mb-4 font-semibold text-2xl">Components</h1>
        <div className="grid gap-4 xl:grid-cols-2">
          {THEMES.map((theme) => (
            <section
              key={theme}
              aria-label={`Theme ${theme}`}
              style={{ colorScheme: theme }}
              className="flex min-w-0 flex-col gap-8 rounded-lg bg-canvas p-4 text-ink"
            >
              <Actions />
              <Forms />
              <Feedback />
              <DataDisplay />
              <Overlays />
            </section>
          ))}
        </div>
      </main>
      <Toaster regionLabel="Messages" dismissLabel="Dismiss" />
    </>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Gallery />);
