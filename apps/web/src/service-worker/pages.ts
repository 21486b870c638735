/** A page that takes longer is shown from the cache instead. */
const PATIENCE_MS = 3_000;
/** Where the headers of the last page are kept: they say what the app may load. */
const POLICY_CACHE = 'satchel-page-policy';
const POLICY_KEY = '/page-policy';
const POLICY_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
];
/** The app's entry script names its version. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/** Calls, files and storage are no pages. */
export const NO_PAGES: readonly RegExp[] = [/^\/(api|dav|s3|assets)(\/|$)/, /^\/[^/]*\.\w{1,11}$/];

/**
 * Answers a navigation. The server is asked first: its headers say what the page may load, which changes
 * with the storages and the administrator's own HTML. If it has a newer version, the page of this one is
 * shown with those headers until the user agrees to the update; if it does not answer, too.
 *
 * @param readPage this version's page; undefined where the browser has thrown it away
 */
export async function openPage(
  request: Request,
  readPage: () => Promise<Response | undefined>,
): Promise<Response> {
  const own = await (await readPage())?.text();
  if (own === undefined) return fetch(request);
  const reply = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => null,
  );
  if (!reply || reply.status >= 500) return pageWith(own, await readPolicy());
  if (!reply.ok || !isHtml(reply)) return reply;
  const theirs = await reply.clone().text();
  await keepPolicy(request, reply);
  return versionOf(theirs) === versionOf(own) ? reply : pageWith(own, reply.headers);
}

const versionOf = (html: string) => ENTRY.exec(html)?.[1];
const isHtml = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html');

function pageWith(html: string, policy: Headers | undefined): Response {
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  for (const name of POLICY_HEADERS) {
    const value = policy?.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(html, { headers });
}

/** Pages opened in safe mode have a policy of their own. */
async function keepPolicy({ url }: Request, { headers }: Response): Promise<void> {
  if (new URL(url).searchParams.has('safeMode')) return;
  const cache = await caches.open(POLICY_CACHE);
  await cache.put(POLICY_KEY, pageWith('', headers));
}

async function readPolicy(): Promise<Headers | undefined> {
  const cache = await caches.open(POLICY_CACHE);
  return (await cache.match(POLICY_KEY))?.headers;
}
