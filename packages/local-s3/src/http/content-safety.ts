/**
 * Types that browsers show without running anything stay inline; everything else becomes a download, because
 * user content must never run as script on the origin that serves it (SECURITY 4).
 */
const INERT_TYPE =
  /^(?:(?:audio|video|font)\/[\w.+-]+|image\/(?!svg)[\w.-]+|text\/(?:plain|csv|markdown|css|calendar|vcard|x-[\w.-]+)|application\/(?:pdf|json|octet-stream|zip|gzip|x-[\w.-]+|vnd\.[\w.-]+)|binary\/octet-stream)$/i;

/** Types that match the inert patterns, but that some browser runs or interprets. */
const ACTIVE_TYPE =
  /javascript|ecmascript|jscript|livescript|html|xml|xsl|svg|mixed-replace|flash|wasm/i;

const PARAMETERS = /^(?:\s*;\s*[\w-]+=(?:[\w.+-]+|"[^"\\,;]*"))*\s*;?\s*$/;

const SANDBOX =
  "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'";

/** PDFs get no sandbox, in which browsers show none; their viewers keep scripts off our origin. */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; img-src 'self' data:; style-src 'unsafe-inline'";

/**
 * `Sec-Fetch-Dest` of requests that show, play, read or save a reply. Every other one, also one that a
 * browser has yet to invent, makes it part of a page: a script, style sheet, worker, manifest, embed.
 */
const PASSIVE_DESTINATIONS = new Set([
  'audio',
  'document',
  'empty',
  'font',
  'frame',
  'iframe',
  'image',
  'track',
  'video',
]);

/** Types that browsers treat as code: JavaScript's many names, styles, import maps. */
const CODE_TYPE =
  /^\s*(?:(?:text|application)\/(?:x-)?(?:javascript[\d.]*|ecmascript|jscript|livescript)|text\/css|application\/(?:importmap|speculationrules)\+json)\s*(?:[;,]|$)/i;

/**
 * The type under which a browser may have what users store: scripts and style sheets as text, so
 * that no page can load them, even from a browser that does not say what it loads them for.
 *
 * @example
 * typeForBrowsers('text/javascript'); // 'text/plain; charset=utf-8'
 */
export function typeForBrowsers(contentType: string): string {
  return CODE_TYPE.test(contentType) ? 'text/plain; charset=utf-8' : contentType;
}

export function isActiveContent(contentType: string): boolean {
  const at = contentType.search(/[;,]/);
  const essence = (at < 0 ? contentType : contentType.slice(0, at)).trim();
  const parameters = at < 0 ? '' : contentType.slice(at);
  return !INERT_TYPE.test(essence) || ACTIVE_TYPE.test(essence) || !PARAMETERS.test(parameters);
}

/**
 * Whether a browser asks for a reply in order to make it part of a page (Fetch Metadata), or as a
 * service worker.
 *
 * @param headers of the request, with names in lower case
 * @example
 * isAskedForAsCode({ 'sec-fetch-dest': 'script' }); // true
 */
export function isAskedForAsCode(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): boolean {
  const { 'sec-fetch-dest': destination, 'service-worker': serviceWorker } = headers;
  if (serviceWorker !== undefined) return true;
  return destination !== undefined && !PASSIVE_DESTINATIONS.has(String(destination).toLowerCase());
}

/** The headers that keep an object's reply harmless; they overrule stored and requested ones. */
export function safetyHeaders(
  contentType: string,
  contentDisposition: string | undefined,
): Record<string, string> {
  const isPdf = /^application\/pdf\s*(?:;|$)/i.test(contentType) && !isActiveContent(contentType);
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': isPdf ? PDF_POLICY : SANDBOX,
  };
  if (isActiveContent(contentType)) {
    headers['content-disposition'] = asAttachment(contentDisposition);
  }
  return headers;
}

/** Replaces the disposition of the header, and keeps its file name. */
function asAttachment(disposition: string | undefined): string {
  const at = disposition?.indexOf(';') ?? -1;
  return disposition === undefined || at < 0 ? 'attachment' : `attachment${disposition.slice(at)}`;
}

/** Headers of replies that are not objects: XML, which browsers would otherwise render. */
export const DOCUMENT_SAFETY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
};
