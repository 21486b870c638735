import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '#shared/session/session-store.ts';

/** Context of every route. */
export interface RouterContext {
  readonly queryClient: QueryClient;
  readonly session: {
    /** Current session as far as this browser knows. */
    current(): Session;
    /** Current session after the server has confirmed it, where that is due (SPEC 2). */
    validated(): Promise<Session>;
  };
}
