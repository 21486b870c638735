import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { PagePending } from '#shared/shell/page-pending.tsx';

const load = () => import('./explorer-page.tsx').then((module) => module.ExplorerPage);

// Begun at once. It is not part of the route itself, because what a route needs is listed in what every
// page loads first. Where it fails, the part says so and tries again.
load().catch(() => undefined);

const ExplorerPage = lazyPart(load, <PagePending />);

export function ExplorerEntry() {
  return <ExplorerPage />;
}
