import { describe, expect, it, vi } from 'vitest';
import type {
  AskAboutConflict,
  ConflictChoice,
  ConflictQuestion,
} from '#shared/tasks/conflicts.ts';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { fakeMount } from '../../listing/fake-mount.ts';
import { numbered, placeFiles } from './place-files.ts';

const signal = new AbortController().signal;

function place(
  paths: readonly string[],
  existing: readonly string[],
  ask: AskAboutConflict = () => Promise.reject(new Error('nothing was to be asked')),
) {
  mockCalls({ fs: fakeMount(...existing) });
  const wanted = paths.map((path) => ({ path, size: 2 }));
  return placeFiles(wanted, { choices: ['overwrite', 'keep_both', 'skip'], ask }, signal);
}

function answering(...answers: ConflictChoice[]) {
  return vi.fn(async (_question: ConflictQuestion) => {
    const next = answers.shift();
    if (!next) throw new Error('asked too often');
    return next;
  });
}

describe('the place of a file', () => {
  it('is the one that is wanted where nothing is there', async () => {
    expect(await place(['/m/a.txt'], [])).toEqual([{ path: '/m/a.txt', replaces: false }]);
  });

  it('is as the answer says where something is there', async () => {
    const ask = answering('overwrite', 'skip', 'keep_both');
    const existing = ['/m/a.txt', '/m/b.txt', '/m/c.txt'];
    expect(await place(existing, existing, ask)).toEqual([
      { path: '/m/a.txt', replaces: true },
      null,
      { path: '/m/c (1).txt', replaces: false },
    ]);
    expect(ask.mock.calls.map(([{ path }]) => path)).toEqual(existing);
  });

  it('is another for the second of two files of one name in one drop, without a question', async () => {
    const twice = ['/m/a.txt', '/m/d/b', '/m/a.txt', '/m/d/b', '/m/a (1).txt'];
    const places = await place(twice, []);
    expect(places.map((found) => found?.path)).toEqual([
      '/m/a.txt',
      '/m/d/b',
      '/m/a (2).txt',
      '/m/d/b (1)',
      '/m/a (1).txt',
    ]);
  });

  it('is not where the first of two has just replaced a file', async () => {
    const ask = answering('overwrite');
    expect(await place(['/m/a', '/m/a'], ['/m/a'], ask)).toEqual([
      { path: '/m/a', replaces: true },
      { path: '/m/a (1)', replaces: false },
    ]);
  });

  it('is asked about again for the second of two where the first is skipped', async () => {
    const ask = answering('skip', 'keep_both');
    expect(await place(['/m/a', '/m/a'], ['/m/a'], ask)).toEqual([
      null,
      { path: '/m/a (1)', replaces: false },
    ]);
  });

  it('is never that of a folder', async () => {
    const ask = answering('keep_both');
    expect(await place(['/m/b'], ['/m/b/'], ask)).toEqual([{ path: '/m/b (1)', replaces: false }]);
    expect(ask.mock.calls[0]?.[0].choices).toEqual(['keep_both', 'skip']);
  });

  it('has the first number that is free, also among those that are on their way', async () => {
    const existing = ['/m/a.txt', '/m/a (1).txt'];
    const wanted = ['/m/a.txt', '/m/a (2).txt'];
    expect(await place(wanted, existing, answering('keep_both', 'keep_both'))).toEqual([
      { path: '/m/a (3).txt', replaces: false },
      { path: '/m/a (2).txt', replaces: false },
    ]);
  });

  it('keeps extensions at the end of the name', () => {
    expect(numbered('/m/x.tar.gz', 1)).toBe('/m/x.tar (1).gz');
    expect(numbered('/m/.profile', 2)).toBe('/m/.profile (2)');
  });
});
