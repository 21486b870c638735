import type { PartSender } from '@satchel/multipart-uploader';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';
import { client } from '#shared/api/client.ts';
import { askUploadOrigin, STORE_PATH } from './ask-upload-origin.ts';

/** Those of the server's further origins that this browser reaches (`UPLOAD_URL`). */
async function findOrigins(): Promise<string[]> {
  const { origins } = await client.system.uploadOrigins();
  const answers = await Promise.allSettled(origins.map((origin) => askUploadOrigin(origin)));
  return origins.filter((_, index) => answers[index]?.status === 'fulfilled');
}

/**
 * Sends parts by XMLHttpRequest; those for the embedded store to the server's further origins in turns, because
 * all requests to one origin share a connection over HTTP/2, and its window. An origin that does not answer is
 * dropped, and the engine's next attempt goes elsewhere.
 *
 * @param find finds the origins that can be reached; called with the first part, which does not wait for it
 */
export function createOriginSender(find = findOrigins, xhr = createXhrSender()): PartSender {
  let reachable: string[] | undefined;
  let turn = 0;
  const isForStore = ({ origin, pathname }: URL) =>
    origin === location.origin && pathname.startsWith(`${STORE_PATH}/`);

  async function look(): Promise<void> {
    reachable = await find().catch(() => []);
  }

  return {
    reportsProgress: xhr.reportsProgress,
    isApart: (url) => isForStore(new URL(url)) && Boolean(reachable?.length),
    async put(request) {
      const url = new URL(request.url);
      if (!isForStore(url)) return xhr.put(request);
      if (!reachable) {
        reachable = [];
        void look();
      }
      const origin = reachable[turn++ % reachable.length];
      if (origin === undefined) return xhr.put(request);
      try {
        return await xhr.put({ ...request, url: origin + url.pathname + url.search });
      } catch (error) {
        if (!request.signal.aborted) reachable = reachable.filter((each) => each !== origin);
        throw error;
      }
    },
  };
}
