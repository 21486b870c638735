/**
 * What users store must never run as script on the origin that serves it (SECURITY 4). Types that
 * browsers show without running anything stay inline; everything else becomes a download.
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

/** Fetch destinations that run a reply, whatever its type and disposition are. */
const ACTIVE_DESTINATIONS = new Set([
  'audioworklet',
  'embed',
  'object',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'worker',
  'xslt',
]);

export function isActiveContent(contentType: string): boolean {
  const at = contentType.search(/[;,]/);
  const essence = (at < 0 ? contentType : contentType.slice(0, at)).trim();
  const parameters = at < 0 ? '' : contentType.slice(at);
  return !INERT_TYPE.test(essence) || ACTIVE_TYPE.test(essence) || !PARAMETERS.test(parameters);
}

export function isActiveDestination(secFetchDest: string | undefined): boolean {
  return secFetchDest !== undefined && ACTIVE_DESTINATIONS.has(secFetchDest.toLowerCase());
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
