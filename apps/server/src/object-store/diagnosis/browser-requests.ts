/** Answer of a storage to a browser, restricted to the facts that a page can see. */
export interface BrowserReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Code of an S3 error body. */
  readonly code: string;
}

export interface BrowserRequest {
  readonly method: 'OPTIONS' | 'PUT' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Maximum length of an answer that is read: test files and errors are both short. */
const MAX_TEXT_BYTES = 64 * 1024;

/** Sends a request as a page would. Follows no redirect, because a preflight may not have one. */
export async function requestAsBrowser(
  url: string,
  request: BrowserRequest,
): Promise<BrowserReply> {
  const response = await fetch(url, { ...request, redirect: 'manual' });
  const text = await readStart(response);
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? `HTTP ${response.status}`;
  return { status: response.status, headers: response.headers, text, code };
}

async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= MAX_TEXT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_TEXT_BYTES).toString('utf8');
}
