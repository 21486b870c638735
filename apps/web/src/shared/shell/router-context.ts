import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '#shared/session/session-store.ts';

/** Context of all routes. */
export interface RouterContext {
  readonly queryClient: QueryClient;
  readonly session: {
    /** Current session, without asking the server. */
    current(): Session;
    /** Current session after the server has confirmed it, if that is due (SPEC 2). */
    validated(): Promise<Session>;
  };
}
