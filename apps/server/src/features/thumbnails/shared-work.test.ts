import { describe, expect, it } from 'vitest';
import { createSharedWork } from './shared-work.ts';

/** Work that ends when the test ends or cancels it. */
function startWork() {
  const begun: { signal: AbortSignal; end: (result: string) => void }[] = [];
  const work = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    signal.addEventListener('abort', () => reject(signal.reason));
    begun.push({ signal, end: resolve });
    return promise;
  };
  return { begun, work };
}

describe('shared work', () => {
  it('is done once for all who ask while it is done', async () => {
    const share = createSharedWork<string>();
    const { begun, work } = startWork();
    const { signal } = new AbortController();
    const both = Promise.all([share('a', signal, work), share('a', signal, work)]);
    expect(begun).toHaveLength(1);
    begun[0]?.end('done');
    expect(await both).toEqual(['done', 'done']);
    void share('a', signal, work);
    expect(begun).toHaveLength(2);
  });

  it('goes on while anybody waits, and is cancelled with the last', async () => {
    const share = createSharedWork<string>();
    const { begun, work } = startWork();
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [share('a', first.signal, work), share('a', second.signal, work)];
    first.abort(new Error('first left'));
    await expect(waiting[0]).rejects.toThrow('first left');
    expect(begun[0]?.signal.aborted).toBe(false);
    second.abort(new Error('second left'));
    await expect(waiting[1]).rejects.toThrow('second left');
    expect(begun[0]?.signal.aborted).toBe(true);
  });

  it('begins anew for who comes when it was just cancelled', async () => {
    const share = createSharedWork<string>();
    const { begun, work } = startWork();
    const left = new AbortController();
    const waiting = share('a', left.signal, work);
    left.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    const next = share('a', new AbortController().signal, work);
    begun[1]?.end('anew');
    expect(await next).toBe('anew');
  });

  it('fails for all who wait when it fails', async () => {
    const share = createSharedWork<string>();
    const fail = async () => {
      throw new Error('failed');
    };
    const { signal } = new AbortController();
    const waiting = [share('a', signal, fail), share('a', signal, fail)];
    for (const one of waiting) await expect(one).rejects.toThrow('failed');
  });
});
