import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { limitSize } from './size-limit.ts';

it('does not end the process if the caller disconnects before anything reads the body (SECURITY 12)', async () => {
  const onUncaught = vi.fn();
  process.on('uncaughtException', onUncaught);
  try {
    const limited = limitSize(Readable.from([Buffer.from('x')]), 10, AbortSignal.abort());
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    expect([limited.destroyed, onUncaught.mock.calls]).toEqual([true, []]);
  } finally {
    process.off('uncaughtException', onUncaught);
  }
});

it('keeps the last bytes until the check before the end allows them', async () => {
  const seen: string[] = [];
  const check = Promise.withResolvers<void>();
  const body = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  const limited = limitSize(body, 10, new AbortController().signal, () => check.promise);
  limited.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
  await vi.waitFor(() => expect(seen).toEqual(['a']));
  check.reject(new Error('no longer allowed'));
  await vi.waitFor(() => expect(limited.errored).toMatchObject({ message: 'no longer allowed' }));
  expect(seen).toEqual(['a']);
});
