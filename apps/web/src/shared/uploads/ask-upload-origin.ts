/** Path of the embedded store, in whose URLs alone the origin may be another. */
export const STORE_PATH = '/s3';
const ANSWER_LIMIT_MS = 3000;

/** Resolves if this browser reaches an origin of `UPLOAD_URL` and it takes uploads; rejects otherwise. */
export async function askUploadOrigin(origin: string, signal?: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const { ok } = await fetch(origin + STORE_PATH, {
    credentials: 'omit',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  if (!ok) throw new Error(`${origin} does not take uploads`);
}
