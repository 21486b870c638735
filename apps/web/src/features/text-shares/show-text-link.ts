import { copyText } from '@satchel/ui/actions/copy-button';
import type { client } from '#shared/api/client.ts';
import { backendOrigin } from '#shared/environment/backend.ts';
import { newLinkOf, showResult, urlOf } from '#shared/shares/result/share-result.ts';

type CreatedText = Awaited<ReturnType<typeof client.textShares.create>>;

/** Shows and copies the link of a new text. */
export function showTextLink(created: CreatedText): void {
  const link = newLinkOf('text', created);
  // Browsers allow it shortly after a click.
  showResult({ link, copying: copyText(urlOf(link)) });
}

const TIMEOUT_MS = 3_000;

/**
 * Time of the server in milliseconds, because the server decides when a share expires and the clock of the
 * browser may be days off. It is the browser's own time if the server does not answer.
 */
export async function readServerTime(): Promise<number> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { headers } = await fetch(`${backendOrigin()}/api/health`, { cache: 'no-store', signal });
    return Date.parse(headers.get('date') ?? '') || Date.now();
  } catch {
    return Date.now();
  }
}
