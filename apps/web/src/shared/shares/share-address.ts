import { backendOrigin } from '#shared/environment/backend.ts';

/** The link to a share, on the server's own origin, which is an address that is known to work. */
export function textShareUrl(slug: string): string {
  return `${backendOrigin()}/paste/${encodeURIComponent(slug)}`;
}

export function fileShareUrl(slug: string): string {
  return `${backendOrigin()}/file/${encodeURIComponent(slug)}`;
}

/** The bare text of a share, for `curl` and scripts. */
export function rawTextUrl(slug: string): string {
  return `${backendOrigin()}/api/raw/${encodeURIComponent(slug)}`;
}
