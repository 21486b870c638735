import { backendOrigin } from './backend.ts';
import { serverNow } from './server-clock.ts';

const TIMEOUT_MS = 3_000;

/**
 * Time of the server in milliseconds, because the server decides when something expires and the clock of the
 * browser may be days off. If the server does not answer, it is the time by its last reply.
 */
export async function readServerTime(): Promise<number> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { headers } = await fetch(`${backendOrigin()}/api/health`, { cache: 'no-store', signal });
    return Date.parse(headers.get('date') ?? '') || serverNow();
  } catch {
    return serverNow();
  }
}
