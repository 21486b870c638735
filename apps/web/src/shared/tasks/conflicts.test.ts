import { describe, expect, it } from 'vitest';
import { type ConflictChoice, createConflictAsker, openConflict } from './conflicts.ts';

const ALL: readonly ConflictChoice[] = ['overwrite', 'keep_both', 'skip'];
const existing = { isDirectory: false, size: 1, modified: '2026-11-22T00:00:00.000Z' };
const question = (path: string, choices = ALL) => {
  return { path, existing, incoming: { size: 2 }, choices };
};
const never = new AbortController().signal;

describe('questions about names that are taken', () => {
  it('are shown one after the other, with how many of the same task wait', async () => {
    const ask = createConflictAsker();
    const other = createConflictAsker()(question('/m/other'), never);
    const answers = Promise.all([ask(question('/m/a'), never), ask(question('/m/b'), never)]);
    expect(openConflict()).toMatchObject({ question: { path: '/m/other' }, left: 0 });
    openConflict()?.answer('skip', { isForAll: true });
    expect(await other).toBe('skip');
    expect(openConflict()).toMatchObject({ question: { path: '/m/a' }, left: 1 });
    openConflict()?.answer('overwrite', { isForAll: false });
    expect(openConflict()).toMatchObject({ question: { path: '/m/b' }, left: 0 });
    openConflict()?.answer('keep_both', { isForAll: false });
    expect(await answers).toEqual(['overwrite', 'keep_both']);
    expect(openConflict()).toBeUndefined();
  });

  it('are answered for all that wait and all that come, where they leave that choice', async () => {
    const ask = createConflictAsker();
    const folder = ask(question('/m/folder', ['keep_both', 'skip']), never);
    openConflict()?.answer('skip', { isForAll: false });
    await folder;
    const files = Promise.all([ask(question('/m/a'), never), ask(question('/m/b'), never)]);
    const waiting = ask(question('/m/second', ['keep_both', 'skip']), never);
    openConflict()?.answer('overwrite', { isForAll: true });
    expect(await files).toEqual(['overwrite', 'overwrite']);
    expect(await ask(question('/m/late'), never)).toBe('overwrite');
    expect(openConflict()?.question.path).toBe('/m/second');
    openConflict()?.answer('keep_both', { isForAll: false });
    expect(await waiting).toBe('keep_both');
  });

  it('go with their task', async () => {
    const stopping = new AbortController();
    const answer = createConflictAsker()(question('/m/a'), stopping.signal);
    stopping.abort(new Error('cancelled'));
    await expect(answer).rejects.toThrow('cancelled');
    expect(openConflict()).toBeUndefined();
  });
});
