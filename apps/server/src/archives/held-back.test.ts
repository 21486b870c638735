import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { heldBack } from './held-back.ts';

async function collect(source: AsyncGenerator<Buffer>, everyMs?: number) {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of heldBack(source, everyMs)) chunks.push(chunk);
  } catch (error) {
    return { chunks, text: Buffer.concat(chunks).toString(), error };
  }
  return { chunks, text: Buffer.concat(chunks).toString(), error: undefined };
}

describe('bytes that are held back', () => {
  it.each([7, 255, 256, 257, 16_383, 16_384, 20_000])(
    'are all sent in the end, in chunks of %i',
    async (length) => {
      const text = Array.from({ length: 12_000 }, (_, at) => String(at)).join(' ');
      async function* source() {
        for (let at = 0; at < text.length; at += length)
          yield Buffer.from(text.slice(at, at + length));
      }
      expect(await collect(source())).toMatchObject({ text, error: undefined });
    },
  );

  it('are never complete where the source fails at its end', async () => {
    const error = new Error('changed');
    async function* source() {
      yield Buffer.alloc(20_000, 'x');
      throw error;
    }
    const found = await collect(source());
    expect([found.text.length, found.error]).toEqual([20_000 - 256, error]);
  });

  it('are sent one by one while the source makes a pause, but for the last', async () => {
    async function* source() {
      yield Buffer.from('abc');
      await setTimeout(200);
    }
    const { chunks, text } = await collect(source(), 10);
    expect(chunks.map(String)).toEqual(['a', 'b', 'c']);
    expect(text).toBe('abc');
  });

  it('end the source when nobody reads them any more', async () => {
    let isEnded = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(1000);
      } finally {
        isEnded = true;
      }
    }
    for await (const _chunk of heldBack(endless())) break;
    expect(isEnded).toBe(true);
  });
});
