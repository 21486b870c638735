import { requestAsBrowser } from '#object-store/diagnosis/browser-requests.ts';
import type { BucketTest } from './check-context.ts';

const URL_SECONDS = 60;

/**
 * True if a storage checks a body's length against the signed one: then a URL accepts exactly the
 * declared size (CONTRACT A6). URLs do not sign the length for a storage that ignores it, or that also
 * refuses the right length.
 */
export async function comparesSignedLength(
  { store, probe, origin, signal, timeoutMs }: BucketTest,
  key: string,
): Promise<boolean> {
  const text = 'satchel';
  const limit = () => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const put = async (body: string) => {
    const url = await store.presignPut(key, { expiresInSeconds: URL_SECONDS, origin }, text.length);
    const request = { method: 'PUT' as const, headers: {}, body, signal: limit() };
    const { status } = await requestAsBrowser(url, request);
    return status >= 200 && status < 300;
  };
  try {
    return (await put(text)) && !(await put(`${text}!`)) && !(await put(text.slice(1)));
  } catch {
    return false;
  } finally {
    await probe.remove(key, AbortSignal.timeout(timeoutMs)).catch(() => undefined);
  }
}
