import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { PagePending } from '#shared/shell/page-pending.tsx';

// Screens before a share or in its place. Most shares open directly and never load them.
export const PasswordPrompt = lazyPart(
  () => import('./password-prompt.tsx').then((module) => module.PasswordPrompt),
  <PagePending />,
);
export const LimitedShareGate = lazyPart(
  () => import('./limited-share-gate.tsx').then((module) => module.LimitedShareGate),
  <PagePending />,
);
export const ShareProblem = lazyPart(
  () => import('./share-problem.tsx').then((module) => module.ShareProblem),
  <PagePending />,
);
