/** Timeout of a page request, including the body. After it the worker returns the cached page. */
const TIMEOUT_MS = 3_000;
/** Cache with the security headers of the last page, such as its Content-Security-Policy. */
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
/** Finds the app's entry script, whose hashed name identifies the version. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/** Navigations to these paths bypass the worker: API, WebDAV, storage, files with an extension. */
export const NO_PAGES: readonly RegExp[] = [/^\/(api|dav|s3|assets)(\/|$)/, /^\/[^/]*\.\w{1,11}$/];

/**
 * Answers a navigation. It requests the page from the server first, because the security headers change with
 * the storages and the administrator's own HTML. If the server has a newer version, it returns this version's
 * page with the new headers until the user agrees to the update. If the server does not respond, it returns
 * this version's page with the last headers.
 *
 * @param readPage this version's page; undefined if the browser has evicted it
 */
export async function openPage(
  request: Request,
  readPage: () => Promise<Response | undefined>,
): Promise<Response> {
  const own = await (await readPage())?.text();
  if (own === undefined) return fetch(request);
  const isPage = (reply: Response) => reply.ok && isHtml(reply);
  const [reply, theirs] = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then(async (reply) => [reply, isPage(reply) ? await reply.clone().text() : ''] as const)
    .catch(() => []);
  if (!reply || reply.status >= 500) return pageWith(own, await readPolicy());
  // The log-in page of a proxy or of a public network has no entry script, and its policy is not the app's.
  if (!isPage(reply) || versionOf(theirs) === undefined) return reply;
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

/** Stores the headers of a page. Skips pages in safe mode, because those have a different policy. */
async function keepPolicy({ url }: Request, { headers }: Response): Promise<void> {
  if (new URL(url).searchParams.has('safeMode')) return;
  const cache = await caches.open(POLICY_CACHE);
  await cache.put(POLICY_KEY, pageWith('', headers));
}

async function readPolicy(): Promise<Headers | undefined> {
  const cache = await caches.open(POLICY_CACHE);
  return (await cache.match(POLICY_KEY))?.headers;
}
