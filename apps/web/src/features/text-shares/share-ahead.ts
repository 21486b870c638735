import { viewTextShare } from '@satchel/api-client/contract/text-shares';
import { api } from '#shared/api/api.ts';

/** A summary that was fetched ahead is dropped after this time, because it may be out of date. */
const KEPT_MS = 10_000;

type View = Awaited<ReturnType<typeof fetchTextShareSummary>>;

declare global {
  interface Window {
    /**
     * Requests that `before-paint.js` made while the app's code was loading: the summary, and the
     * text of a share without password and limit. They resolve to undefined if they failed.
     */
    satchelAhead?: {
      readonly slug: string;
      summary?: Promise<View | undefined>;
      content?: Promise<View | undefined>;
    };
  }
}

const ahead = new Map<string, ReturnType<typeof fetchTextShareSummary>>();

/** Metadata of a share, which costs no view (CONTRACT A3). */
function fetchTextShareSummary(slug: string, signal?: AbortSignal) {
  return api.call(viewTextShare, { params: { slug }, query: { peek: true } }, { signal });
}

/** Requests the summary while the page's code is loading, because the page can only ask after that. */
export function fetchTextShareSummaryAhead(slug: string): void {
  if (window.satchelAhead?.slug === slug && window.satchelAhead.summary) return;
  const summary = fetchTextShareSummary(slug);
  // The page takes this promise and shows the failure; until then it must not count as unhandled.
  summary.catch(() => {});
  ahead.set(slug, summary);
  setTimeout(() => ahead.delete(slug), KEPT_MS);
}

export async function takeTextShareSummary(slug: string, signal: AbortSignal): Promise<View> {
  const early = await takeEarly(slug, 'summary');
  if (early) return early;
  const summary = ahead.get(slug);
  ahead.delete(slug);
  return summary ?? fetchTextShareSummary(slug, signal);
}

/** Fetches the text, which costs a view, unless `before-paint.js` has fetched it already. */
export async function takeTextShareContent(slug: string): Promise<View> {
  const early = await takeEarly(slug, 'content');
  return early ?? api.call(viewTextShare, { params: { slug }, query: {} });
}

/** Takes an early reply, once: later requests go to the server, whose answer may have changed. */
function takeEarly(
  slug: string,
  what: 'summary' | 'content',
): Promise<View | undefined> | undefined {
  const early = window.satchelAhead;
  if (early?.slug !== slug) return undefined;
  const answer = early[what];
  delete early[what];
  return answer;
}
