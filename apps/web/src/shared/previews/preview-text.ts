import { queryOptions } from '@tanstack/react-query';
import { decodeBytes, readBody } from '#shared/text/read-body.ts';

/** Longer files are not shown, because the page would no longer scroll; they can be downloaded. */
export const TEXT_PREVIEW_MAX_BYTES = 5 * 1024 * 1024;

/** Reads up to the limit, even if the size announced was smaller. Sends no credential. */
async function fetchPreviewText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`Preview answered ${response.status}`);
  const body = await readBody(response, { maxBytes: TEXT_PREVIEW_MAX_BYTES });
  return decodeBytes(new Uint8Array(await body.arrayBuffer())).text;
}

/** The text of a file, read once a visit: its address names what is in it. */
export function previewTextOptions(url: string) {
  return queryOptions({
    queryKey: ['preview-text', url],
    queryFn: ({ signal }) => fetchPreviewText(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
