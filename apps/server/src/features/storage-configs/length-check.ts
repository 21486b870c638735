import { requestAsBrowser } from '#object-store/diagnosis/browser-requests.ts';
import type { BucketTest } from './check-context.ts';

const URL_SECONDS = 60;

/**
 * Whether a storage compares the length of a body with the one that was signed for it: then a URL
 * takes exactly what was declared (CONTRACT A6). One that ignores it, or refuses the right length
 * too, is not told.
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
