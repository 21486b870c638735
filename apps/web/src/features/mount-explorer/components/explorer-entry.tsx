import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { PagePending } from '#shared/shell/page-pending.tsx';

const load = () => import('./explorer-page.tsx').then((module) => module.ExplorerPage);

// Starts to load the explorer at once. The route does not import it, because every page loads the imports of
// all routes first. If the load fails, this component shows the error and a button to retry.
load().catch(() => undefined);

const ExplorerPage = lazyPart(load, <PagePending />);

export function ExplorerEntry() {
  return <ExplorerPage />;
}
