import { backendOrigin } from '#shared/environment/backend.ts';

/** Link to a text share. It uses the server's origin, because that address is known to work. */
export function textShareUrl(slug: string): string {
  return `${backendOrigin()}/paste/${encodeURIComponent(slug)}`;
}

export function fileShareUrl(slug: string): string {
  return `${backendOrigin()}/file/${encodeURIComponent(slug)}`;
}

export function bundleShareUrl(slug: string): string {
  return `${backendOrigin()}/share/${encodeURIComponent(slug)}`;
}

/** Link to the page of an upload request, where others send files in. */
export function requestUrl(slug: string): string {
  return `${backendOrigin()}/request/${encodeURIComponent(slug)}`;
}

/** Link to the raw text of a share, for `curl` and scripts. */
export function rawTextUrl(slug: string): string {
  return `${backendOrigin()}/api/raw/${encodeURIComponent(slug)}`;
}
