/** Timing of a request of the page (Resource Timing), as far as it is used here. */
interface RequestTiming {
  readonly name: string;
  readonly nextHopProtocol?: string;
}

const { performance } = globalThis as unknown as {
  readonly performance?: { getEntriesByType?(type: string): readonly RequestTiming[] };
};

/**
 * Whether requests to an address share one connection, by HTTP/2 or HTTP/3. Browsers tell only of origins that
 * the page has used, and of foreign ones only if they send `Timing-Allow-Origin`; otherwise false.
 */
export function createSharingCheck(): (url: string) => boolean {
  const known = new Map<string, boolean>();
  return (url) => {
    const origin = originOf(url);
    const isShared = known.get(origin) ?? isSharedByNow(origin);
    known.set(origin, isShared);
    return isShared;
  };
}

function isSharedByNow(origin: string): boolean {
  const entries = ['navigation', 'resource'].flatMap(
    (type) => performance?.getEntriesByType?.(type) ?? [],
  );
  return entries.some(
    ({ name, nextHopProtocol = '' }) => /^h[23]/.test(nextHopProtocol) && originOf(name) === origin,
  );
}

function originOf(url: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return URL.canParse(url, location?.href) ? new URL(url, location?.href).origin : '';
}
