import { viewTextShare } from '@satchel/api-client/contract/text-shares';
import { api } from '#shared/api/api.ts';

/** Whoever takes a summary that nobody came for would get it stale. */
const KEPT_MS = 10_000;

type View = Awaited<ReturnType<typeof fetchTextShareSummary>>;

declare global {
  interface Window {
    /**
     * What `before-paint.js` asked for while the app's code was still to come: the summary, and the
     * text of a share that is free to be seen. Undefined where the answer was no success.
     */
    satchelAhead?: {
      readonly slug: string;
      summary?: Promise<View | undefined>;
      content?: Promise<View | undefined>;
    };
  }
}

const ahead = new Map<string, ReturnType<typeof fetchTextShareSummary>>();

/** What may be known of a share without spending a view (CONTRACT A3). */
function fetchTextShareSummary(slug: string, signal?: AbortSignal) {
  return api.call(viewTextShare, { params: { slug }, query: { peek: true } }, { signal });
}

/** Asks while the page's code still loads: the page itself could only begin to after that. */
export function fetchTextShareSummaryAhead(slug: string): void {
  if (window.satchelAhead?.slug === slug && window.satchelAhead.summary) return;
  const summary = fetchTextShareSummary(slug);
  // A failure is for the page to show, which takes this promise.
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

/** Spends a view, unless the page's start has done so already. */
export async function takeTextShareContent(slug: string): Promise<View> {
  const early = await takeEarly(slug, 'content');
  return early ?? api.call(viewTextShare, { params: { slug }, query: {} });
}

/** Each answer is good for one time: what is asked for later is asked of the server. */
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
