import { viewTextShare } from '@satchel/api-client/contract/text-shares';
import { api } from '#shared/api/api.ts';

/** Whoever takes a summary that nobody came for would get it stale. */
const KEPT_MS = 10_000;

const ahead = new Map<string, ReturnType<typeof fetchTextShareSummary>>();

/** What may be known of a share without spending a view (CONTRACT A3). */
export function fetchTextShareSummary(slug: string, signal?: AbortSignal) {
  return api.call(viewTextShare, { params: { slug }, query: { peek: true } }, { signal });
}

/** Asks while the page's code still loads: the page itself could only begin to after that. */
export function fetchTextShareSummaryAhead(slug: string): void {
  const summary = fetchTextShareSummary(slug);
  // A failure is for the page to show, which takes this promise.
  summary.catch(() => {});
  ahead.set(slug, summary);
  setTimeout(() => ahead.delete(slug), KEPT_MS);
}

export function takeTextShareSummary(slug: string, signal: AbortSignal) {
  const summary = ahead.get(slug);
  ahead.delete(slug);
  return summary ?? fetchTextShareSummary(slug, signal);
}
