import type { PartSender } from '../engine/ports.ts';
import { explainFailure } from './unreadable-file.ts';

/**
 * Sends parts by fetch, for Node, Deno, Bun and service workers. fetch reports no upload progress, so
 * progress advances part by part, and a stall is detected only by the part's timeout.
 *
 * @param fetchFunction default the global `fetch`
 *
 * @example
 * const uploader = createUploader({ transport, send: createFetchSender() });
 */
export function createFetchSender(fetchFunction: typeof fetch = fetch): PartSender {
  return {
    reportsProgress: false,
    async put({ url, headers, body, signal }) {
      try {
        const response = await fetchFunction(url, { method: 'PUT', headers, body, signal });
        // Reads the whole answer, because only then the connection is free for the next part.
        await response.clone().arrayBuffer();
        // Status 0 means an error or an opaque answer, so the store's answer is unknown.
        if (response.status === 0) throw new TypeError('network error');
        return response;
      } catch (error) {
        signal.throwIfAborted();
        return explainFailure(body, error);
      }
    },
  };
}
