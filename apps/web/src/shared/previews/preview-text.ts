import { queryOptions } from '@tanstack/react-query';
import { decodeBytes, readBody } from '#shared/text/read-body.ts';

/**
 * Longer files have no preview, because the page would no longer scroll smoothly; users can download them.
 */
export const TEXT_PREVIEW_MAX_BYTES = 5 * 1024 * 1024;

/** Reads up to the limit, even if the announced size was smaller. Sends no credential. */
async function fetchPreviewText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`Preview answered ${response.status}`);
  const body = await readBody(response, { maxBytes: TEXT_PREVIEW_MAX_BYTES });
  return decodeBytes(new Uint8Array(await body.arrayBuffer())).text;
}

/** Text of a file, requested once per visit, because its address identifies the content. */
export function previewTextOptions(url: string) {
  return queryOptions({
    queryKey: ['preview-text', url],
    queryFn: ({ signal }) => fetchPreviewText(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
