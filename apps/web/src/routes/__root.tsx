import { createRootRouteWithContext } from '@tanstack/react-router';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { AppShell } from '#shared/shell/app-shell.tsx';
import type { RouterContext } from '#shared/shell/router-context.ts';

const ShareResultHost = lazyPart(
  () => import('./-share-result-host.tsx').then((module) => module.ShareResultHost),
  null,
  true,
);

export const Route = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <AppShell>
      <ShareResultHost />
    </AppShell>
  ),
});
