import './styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
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
    <RouterProvider router={router} />
  </StrictMode>,
);
