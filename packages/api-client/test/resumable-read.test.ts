import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RangeHeaders, type ReadOptions, readResumably } from '../src/index.ts';
import { createMockClient, mockError } from '../src/mock/mock.ts';

/** A response that breaks off after some bytes, like a lost connection. */
function cutAfter(text: string, start = 0): Response {
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) controller.error(new TypeError('network error'));
      else controller.enqueue(new TextEncoder().encode(text));
      isSent = true;
    },
  });
  const range = { 'content-range': `bytes ${start}-9/10` };
  return new Response(body, {
    status: start > 0 ? 206 : 200,
    headers: { etag: '"1"', ...(start > 0 && range) },
  });
}

/** A partial response without a byte: the connection is lost after the headers. */
function brokenAt(start: number): Response {
  const body = new ReadableStream({
    start: (controller) => controller.error(new TypeError('terminated')),
  });
  return new Response(body, {
    status: 206,
    headers: { etag: '"1"', 'content-range': `bytes ${start}-9/10` },
  });
}

const rest = (text: string, start: number) =>
  new Response(text, { status: 206, headers: { 'content-range': `bytes ${start}-9/10` } });

/** Reads through the given responses. Returns the headers of the requests, and the bytes. */
async function read(replies: readonly (() => Response)[], options?: ReadOptions) {
  const asked: RangeHeaders[] = [];
  const { client } = createMockClient({
    fs: {
      download: (_, { headers = {} }) => {
        asked.push(headers);
        const reply = replies[asked.length - 1];
        if (!reply) throw mockError('client.network');
        return reply();
      },
    },
  });
  const { offset, bytes } = await client.fs.read('/m/a', options);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true });
  return { asked, offset, text };
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1000 }));
afterEach(() => void vi.useRealTimers());

describe('a file that is read', () => {
  it('goes on with the missing byte where the connection is lost', async () => {
    const { text, asked } = await read([() => cutAfter('01234'), () => rest('56789', 5)]);
    expect(text).toBe('0123456789');
    expect(asked).toEqual([{}, { range: 'bytes=5-', 'if-range': '"1"' }]);
  });

  it('fails where it has changed meanwhile, instead of mixing both', async () => {
    const done = read([() => cutAfter('01234'), () => new Response('another')]);
    await expect(done).rejects.toMatchObject({ code: 'client.source_changed' });
  });

  it('is requested once where the server refuses it', async () => {
    const refuse = () => {
      throw mockError('file_system.not_found');
    };
    await expect(read([refuse, () => new Response('x')])).rejects.toMatchObject({
      code: 'file_system.not_found',
    });
  });

  it('fails where every answer breaks before its first byte, instead of asking forever', async () => {
    let requests = 0;
    const open = async () => {
      requests += 1;
      if (requests > 50) throw mockError('file_system.not_found');
      return requests === 1 ? cutAfter('01234') : brokenAt(5);
    };
    const { bytes } = await readResumably(open);
    const readAll = async () => {
      for await (const chunk of bytes) expect(chunk.byteLength).toBe(5);
    };
    await expect(readAll()).rejects.toMatchObject({ code: 'client.network' });
    expect(requests).toBe(4);
  });

  it('goes on over a line that breaks often, as long as bytes arrive', async () => {
    const replies = Array.from('0123456789', (digit, start) => () => cutAfter(digit, start));
    const { text } = await read([...replies.slice(0, 9), () => rest('9', 9)]);
    expect(text).toBe('0123456789');
  });

  it('goes on with the bytes of an earlier run, and begins anew where it has changed', async () => {
    const options = { offset: 5, validator: '"1"' };
    expect(await read([() => rest('56789', 5)], options)).toMatchObject({
      ...{ offset: 5, text: '56789' },
      asked: [{ range: 'bytes=5-', 'if-range': '"1"' }],
    });
    expect(await read([() => new Response('another')], options)).toMatchObject({
      ...{ offset: 0, text: 'another' },
    });
  });

  it('has no bytes left where the earlier run had them all', async () => {
    const open = async (headers: RangeHeaders) => {
      if (headers.range) throw Object.assign(new Error(), { status: 416 });
      return new Response('01234', { headers: { 'content-length': '5' } });
    };
    const { offset, bytes } = await readResumably(open, { offset: 5, validator: '"1"' });
    expect(offset).toBe(5);
    expect((await bytes.next()).done).toBe(true);
  });
});
