import { queryOptions } from '@tanstack/react-query';

/** Longer files are not shown, because the page would no longer scroll; they can be downloaded. */
export const TEXT_PREVIEW_MAX_BYTES = 5 * 1024 * 1024;

/** Reads up to the limit, even if the size announced was smaller. Sends no credential. */
async function fetchPreviewText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'omit' });
  if (!response.ok || !response.body) throw new Error(`Preview answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length > TEXT_PREVIEW_MAX_BYTES) {
      await reader.cancel();
      break;
    }
  }
  return decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
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

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: decoded as old Chinese files are, which leaves ASCII readable in any case.
    return new TextDecoder('gb18030').decode(bytes);
  }
}
