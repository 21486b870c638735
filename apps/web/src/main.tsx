import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '#shared/api/query-client.ts';
import { keepStrayDrops } from '#shared/browser/keep-stray-drops.ts';
import { followPaletteKeys } from '#shared/command-palette/palette-keys.ts';
import { startI18n } from '#shared/i18n/i18n.ts';
import { hasPlainPage, whenPictureShown } from '#shared/loading/plain-page.ts';
import { refreshSiteConfig } from '#shared/site/site-config.ts';
import { createAppRouter } from './router.tsx';

/** Maximum wait for the first page before only the frame is rendered, in milliseconds. */
const FIRST_PAGE_MS = 300;
/** Maximum wait where the server has written the page already, in milliseconds. */
const SHOWN_PAGE_MS = 10_000;

// Not awaited, because pages import this module and would wait for its evaluation.
void start();

async function start(): Promise<void> {
  const container = document.getElementById('app');
  if (!container) throw new Error('No #app');
  keepStrayDrops();
  followPaletteKeys();
  // Reading the code of the app was one long task; the browser may answer a touch before the next ones.
  await (hasPlainPage() ? whenPictureShown() : nextTask());
  void refreshSiteConfig();
  const started = startI18n();
  const router = createAppRouter();
  await nextTask();
  // Renders the first page together with its frame, which index.html shows until then. If the page's data
  // takes longer, renders only the frame. The router retries a failed load once, and then shows the error.
  const firstPage = router.load().catch(() => undefined);
  await started;
  const timeoutMs = hasPlainPage() ? SHOWN_PAGE_MS : FIRST_PAGE_MS;
  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
  const root = createRoot(container);
  // A transition renders in slices, so that a slow phone stays responsive.
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

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
