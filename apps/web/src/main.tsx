import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '#shared/api/query-client.ts';
import { keepStrayDrops } from '#shared/browser/keep-stray-drops.ts';
import { startI18n } from '#shared/i18n/i18n.ts';
import { refreshSiteConfig } from '#shared/site/site-config.ts';
import { router } from './router.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app');

keepStrayDrops();
void refreshSiteConfig();
await startI18n();
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
