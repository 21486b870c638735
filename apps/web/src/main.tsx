import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '#shared/api/query-client.ts';
import { keepStrayDrops } from '#shared/browser/keep-stray-drops.ts';
import { followPaletteKeys } from '#shared/command-palette/palette-keys.ts';
import { startI18n } from '#shared/i18n/i18n.ts';
import { refreshSiteConfig } from '#shared/site/site-config.ts';
import { router } from './router.tsx';

/** Longest wait for the first page before the frame is shown alone, in milliseconds. */
const FIRST_PAGE_MS = 300;

// Not awaited here: pages import from this module, and would wait until it has been evaluated.
void start();

async function start(): Promise<void> {
  const container = document.getElementById('app');
  if (!container) throw new Error('index.html has no #app');
  keepStrayDrops();
  followPaletteKeys();
  void refreshSiteConfig();
  await startI18n();
  // The first page is rendered together with its frame, which is in index.html until then; where its data
  // takes longer, the frame alone. What cannot be loaded the router tries once more, and says why.
  const firstPage = router.load().catch(() => undefined);
  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_MS))]);
  const root = createRoot(container);
  // A transition is rendered in slices, so that a slow phone answers meanwhile.
  startTransition(() => {
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    );
  });
}
