import type { SharedParts } from './shared-parts.ts';

/** Timing of a request of the page (Resource Timing), as far as it is used here. */
interface RequestTiming {
  readonly name: string;
  readonly nextHopProtocol?: string;
}

const { performance } = globalThis as unknown as {
  readonly performance?: { getEntriesByType?(type: string): readonly RequestTiming[] };
};

/** One connection for all requests to an origin. */
export interface SharedConnection {
  /** When one of its requests last sent bytes, by the clock of the uploader; 0 for never. */
  progressAtMs: number;
  readonly parts: SharedParts;
}

/**
 * Connections that requests to an address share, by HTTP/2 or HTTP/3. Browsers tell only of origins that the
 * page has used, and of foreign ones only if they send `Timing-Allow-Origin`; otherwise undefined.
 *
 * @param create called once for each
 */
export function createSharedConnections(
  create: () => SharedConnection,
): (url: string) => SharedConnection | undefined {
  const known = new Map<string, SharedConnection | undefined>();
  return (url) => {
    const origin = originOf(url);
    if (!known.has(origin)) {
      known.set(origin, isSharedByNow(origin) ? create() : undefined);
    }
    return known.get(origin);
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
