import { useRouterState } from '@tanstack/react-router';
import { useSession } from './use-session.ts';

const RECIPIENT_PATH = /^\/(share|paste|file|request)\//;

/** True for somebody without a session on the page of a link, who sees nothing of the product. */
export function useIsStranger(): boolean {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return useSession().kind === 'none' && RECIPIENT_PATH.test(path);
}
