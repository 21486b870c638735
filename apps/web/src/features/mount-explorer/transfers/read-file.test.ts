import './node-streams.ts';
import { ApiError } from '@satchel/api-client/api-error';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '#shared/api/client.ts';
import { readFile } from './read-file.ts';

const download = vi.spyOn(client.fs, 'download');
const signal = new AbortController().signal;

/** Replies with some bytes and is cut then, as a line is. */
function cutAfter(text: string, init: ResponseInit = {}): Response {
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) controller.error(new TypeError('network error'));
      else controller.enqueue(new TextEncoder().encode(text));
      isSent = true;
    },
  });
  return new Response(body, { headers: { etag: '"1"' }, ...init });
}

async function read(): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const bytes = await readFile('/m/a', { signal, onBytes() {} });
  for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true });
  return text;
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1000 });
  download.mockReset();
});
afterEach(() => vi.useRealTimers());

describe('a file that is read', () => {
  it('goes on with the byte that is missing where the line is cut', async () => {
    download
      .mockResolvedValueOnce(cutAfter('01234'))
      .mockResolvedValueOnce(new Response('56789', { status: 206 }));
    expect(await read()).toBe('0123456789');
    expect(download.mock.calls[1]?.[1]?.headers).toEqual({ range: 'bytes=5-', 'if-range': '"1"' });
  });

  it('fails where it has changed meanwhile, instead of mixing both', async () => {
    download
      .mockResolvedValueOnce(cutAfter('01234'))
      .mockResolvedValueOnce(new Response('another', { status: 200 }));
    await expect(read()).rejects.toThrow('changed');
  });

  it('is not asked for again where the server has refused it', async () => {
    const refusal = { code: 'file_system.not_found', status: 404, message: 'not found' } as const;
    download.mockRejectedValue(new ApiError(refusal as ConstructorParameters<typeof ApiError>[0]));
    await expect(read()).rejects.toThrow('not found');
    expect(download).toHaveBeenCalledTimes(1);
  });
});
