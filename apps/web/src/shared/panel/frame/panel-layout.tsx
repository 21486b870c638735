import type { ReactNode } from 'react';
import { OPENED_WITH } from '#shared/environment/backend.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { canSeeEnvSwitcher } from '#shared/session/page-guards.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { PaletteButton } from './palette-button.tsx';
import { PanelNavigation } from './panel-navigation.tsx';

// Loaded lazily, because it appears only with a parameter in the address.
const EnvironmentSwitcher = lazyPart(() =>
  import('#shared/environment/environment-switcher.tsx').then(
    (module) => module.EnvironmentSwitcher,
  ),
);

export function PanelLayout({ children }: { children: ReactNode }) {
  const principal = usePrincipal();
  return (
    <>
      {canSeeEnvSwitcher(principal, OPENED_WITH) && <EnvironmentSwitcher />}
      <div className="mx-auto flex w-full max-w-(--container-page) flex-1 flex-col lg:flex-row">
        <aside className="flex shrink-0 items-center gap-2 border-line px-gutter py-2 max-lg:border-b lg:sticky lg:top-14 lg:max-h-[calc(100dvh-3.5rem)] lg:w-60 lg:flex-col lg:items-stretch lg:gap-5 lg:self-start lg:pt-6 lg:pr-3">
          <PaletteButton />
          <PanelNavigation />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col border-line px-gutter py-5 lg:border-l">
          {children}
        </div>
      </div>
    </>
  );
}
