import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '#shared/session/session-store.ts';

/** What every route is given. */
export interface RouterContext {
  readonly queryClient: QueryClient;
  readonly session: {
    /** Who is logged in, as far as this browser knows. */
    current(): Session;
    /** The same, after the server was asked where that is due (SPEC 2). */
    validated(): Promise<Session>;
  };
}
