import { createRoot } from 'react-dom/client';
import { Toaster } from '../src/feedback/toast.tsx';
import { SkipLink } from '../src/layout/skip-link.tsx';
import { WordsContext } from '../src/layout/words.ts';
import { Actions } from './actions.tsx';
import { Collections } from './collections.tsx';
import { DataDisplay } from './data-display.tsx';
import { Feedback } from './feedback.tsx';
import { Forms } from './forms.tsx';
import { Language } from './language.tsx';
import { Navigation } from './navigation.tsx';
import { Overlays } from './overlays.tsx';
import './gallery.css';

const WORDS = {
  close: 'Close',
  cancel: 'Cancel',
  showPassword: 'Show',
  hidePassword: 'Hide',
  fillIn: 'Fill in this field.',
};
const THEMES = ['light', 'dark'] as const;
const CHAPTERS = [
  { title: 'Language', Chapter: Language },
  { title: 'Actions', Chapter: Actions },
  { title: 'Forms', Chapter: Forms },
  { title: 'Feedback', Chapter: Feedback },
  { title: 'Navigation', Chapter: Navigation },
  { title: 'Data', Chapter: DataDisplay },
  { title: 'Collections', Chapter: Collections },
  { title: 'Overlays', Chapter: Overlays },
] as const;

/**
 * Every component in both themes, side by side; `?chapter=Forms` shows one chapter. What opens at the end
 * of the page has the system's theme, or the one of `?theme=dark`.
 */
function Gallery() {
  const wanted = new URLSearchParams(window.location.search).get('chapter');
  const shown = CHAPTERS.filter(({ title }) => wanted === null || wanted === title);
  return (
    <WordsContext value={WORDS}>
      <SkipLink targetId="components" label="Skip to the components" />
      <header className="sticky top-0 z-30 border-b border-line bg-surface px-gutter py-3">
        <nav aria-label="Chapters" className="flex flex-wrap gap-x-4 gap-y-1 text-label">
          {[{ title: 'All' }, ...CHAPTERS].map(({ title }) => (
            <a
              key={title}
              href={title === 'All' ? './' : `./?chapter=${title}`}
              aria-current={title === (wanted ?? 'All') ? 'page' : undefined}
              className="text-ink-muted hover:text-ink aria-[current]:text-accent"
            >
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main id="components" tabIndex={-1} className="px-gutter py-6 outline-none">
        <h1 className="text-display">Components</h1>
        {shown.map(({ title, Chapter }) => (
          <section key={title} className="pt-section">
            <h2 className="mb-3 text-title">{title}</h2>
            <div className="grid gap-4 xl:grid-cols-2">
              {THEMES.map((theme) => (
                <section
                  key={theme}
                  aria-label={`${title}, ${theme}`}
                  style={{ colorScheme: theme }}
                  className="flex min-w-0 flex-col gap-8 rounded-xl border border-line bg-canvas p-4 text-ink sm:p-6"
                >
                  <Chapter />
                </section>
              ))}
            </div>
          </section>
        ))}
      </main>
      <Toaster regionLabel="Messages" dismissLabel="Dismiss" />
    </WordsContext>
  );
}

const theme = new URLSearchParams(window.location.search).get('theme');
if (theme !== null) document.documentElement.dataset.theme = theme;
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Gallery />);
