import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failingWhereStalled } from './failing-where-stalled.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a response that must not stall', () => {
  it('has the bytes, the status and the headers of the original', async () => {
    const original = new Response('0123456789', { status: 206, headers: { etag: '"1"' } });
    const reply = failingWhereStalled(original);
    expect([reply.status, reply.headers.get('etag')]).toEqual([206, '"1"']);
    expect(await reply.text()).toBe('0123456789');
  });

  it('fails like a lost connection after a minute without a byte, and ends the request', async () => {
    const cancel = vi.fn();
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      controller.enqueue(bytes('01234'));
    const reader = failingWhereStalled(
      new Response(new ReadableStream({ start, cancel })),
    ).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('01234');
    const next = reader?.read().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(cancel).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await next).toBeInstanceOf(TypeError);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('waits for a reader that is slow', async () => {
    const reader = failingWhereStalled(new Response('0123456789')).body?.getReader();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('0123456789');
  });
});
