import { ApiError } from '@satchel/api-client';
import { expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { forEachFile } from './copy-task.ts';

function createContext(): { context: Context; printed: string[] } {
  const printed: string[] = [];
  const stderr = { write: (text: string) => void printed.push(text) };
  const context = { stderr, say: String, language: 'en', signal: new AbortController().signal };
  return { context: context as unknown as Context, printed };
}
const failureOf = (code: string) => Object.assign(new Error(code), { code });

it('starts no further file on a full disk, and says so once', async () => {
  const { context, printed } = createContext();
  const tried: number[] = [];
  const running = forEachFile({ context }, Array(1000).keys(), String, async (number) => {
    tried.push(number);
    if (number >= 10) throw failureOf('ENOSPC');
  });
  await expect(running).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(tried.length).toBeLessThan(20);
  expect(printed).toEqual([]);
});

it('starts no further file once the storage has failed many times in a row', async () => {
  const { context } = createContext();
  const tried: number[] = [];
  const failure = new ApiError({ code: 'storage.unavailable', status: 502, message: 'away' });
  const running = forEachFile({ context }, Array(1000).keys(), String, async (number) => {
    tried.push(number);
    // Some objects that cannot be read are no reason to end.
    if (number < 10 || number >= 100) throw failure;
  });
  await expect(running).rejects.toBe(failure);
  expect(tried.length).toBeGreaterThan(100);
  expect(tried.length).toBeLessThan(130);
});

it('continues after the failure of a single file', async () => {
  const { context, printed } = createContext();
  const tried: number[] = [];
  const running = forEachFile({ context }, Array(100).keys(), String, async (number) => {
    tried.push(number);
    if (number % 2 === 0) throw failureOf('EACCES');
  });
  await expect(running).rejects.toMatchObject({ messageName: 'some_failed' });
  expect(tried).toHaveLength(100);
  expect(printed).toHaveLength(50);
});
