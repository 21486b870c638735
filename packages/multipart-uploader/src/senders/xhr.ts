import type { PartSender } from '../engine/ports.ts';
import { explainFailure } from './unreadable-file.ts';

/** The members of XMLHttpRequest used here, so that this compiles without the DOM's types. */
interface Request {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  onloadend: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  getResponseHeader(name: string): string | null;
  send(body: Blob): void;
  abort(): void;
}

interface Surroundings {
  readonly XMLHttpRequest: new () => Request;
}

/**
 * Sends parts by XMLHttpRequest, because no other browser API reports the progress of a request. For windows
 * and workers.
 *
 * @example
 * const uploader = createUploader({ transport, send: createXhrSender() });
 */
export function createXhrSender(): PartSender {
  return {
    reportsProgress: true,
    put: ({ url, headers, body, signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const request = new (globalThis as unknown as Surroundings).XMLHttpRequest();
        request.open('PUT', url);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        const abort = (): void => request.abort();
        signal.addEventListener('abort', abort);
        request.upload.onprogress = (event) => onProgress(event.loaded);
        const fail = (): void => {
          explainFailure(body, new TypeError('network error')).catch(reject);
        };
        request.onload = () => {
          const { status, responseText } = request;
          // 0 is not an HTTP status: there was no answer.
          if (status === 0) return fail();
          const headers = { get: (name: string) => readHeader(request, name) };
          resolve({ status, headers, text: async () => responseText });
        };
        request.onerror = fail;
        request.onabort = () => reject(signal.reason);
        request.onloadend = () => signal.removeEventListener('abort', abort);
        request.send(body);
      }),
  };
}

/**
 * Reads a header if the list of all headers contains it, because for one that CORS hides `getResponseHeader`
 * makes the browser log an error.
 */
function readHeader(request: Request, name: string): string | null {
  const visible = request.getAllResponseHeaders().toLowerCase().split('\r\n');
  const isVisible = visible.some((line) => line.startsWith(`${name.toLowerCase()}:`));
  return isVisible ? request.getResponseHeader(name) : null;
}
