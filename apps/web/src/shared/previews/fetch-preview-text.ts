/** Beyond this a page would no longer scroll; the file can still be downloaded. */
export const TEXT_PREVIEW_MAX_BYTES = 5 * 1024 * 1024;

/** Reads as much as may be shown, whatever size was announced. No credential goes along. */
export async function fetchPreviewText(url: string, signal: AbortSignal): Promise<string> {
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

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Older Chinese files; whatever it is, something readable shows.
    return new TextDecoder('gb18030').decode(bytes);
  }
}
