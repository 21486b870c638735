import { failure } from '@satchel/api-client/api-error';
import { client } from '#shared/api/client.ts';
import type { ItemContext } from './batch-task.ts';
import { tryAgain } from './try-again.ts';

type Context = Pick<ItemContext, 'signal' | 'onBytes'>;

/**
 * The bytes of a file. Where the line is cut it goes on with the byte that is missing, unless the file has
 * changed meanwhile. The file is asked for before this resolves, so that what cannot be read is known
 * before anything is written.
 */
export async function readFile(
  path: string,
  { signal, onBytes }: Context,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>>> {
  const query = { path };
  const first = await tryAgain(() => client.fs.download({ query }, { signal }), signal);
  const etag = first.headers.get('etag');

  async function goOn(doneBytes: number): Promise<Response> {
    const headers = { range: `bytes=${doneBytes}-`, ...(etag && { 'if-range': etag }) };
    const reply = await client.fs.download({ query }, { signal, headers });
    if (reply.status !== 206) {
      await reply.body?.cancel();
      throw failure('client.invalid_reply', 'the file has changed while it was read', undefined);
    }
    return reply;
  }

  async function* read() {
    let doneBytes = 0;
    let reply = first;
    for (;;) {
      try {
        for await (const chunk of chunksOf(reply)) {
          doneBytes += chunk.byteLength;
          onBytes(doneBytes);
          yield chunk;
        }
        return;
      } catch (error) {
        if (signal.aborted || !(error instanceof TypeError)) throw error;
        const from = doneBytes;
        reply = await tryAgain(() => goOn(from), signal);
      }
    }
  }

  return read();
}

/** Not all browsers can go through a stream by themselves. */
async function* chunksOf(reply: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = reply.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
