import { describe, expect, it } from 'vitest';
import type { ListOptions } from '../object-store/object-store.ts';
import { scanNames } from './live-scan.ts';

const region = { configId: 'bucket', prefix: '', hidden: [] };
const signal = new AbortController().signal;

/** Store with pages of one name each; the page `failsAt` fails. */
function storeOf(keys: readonly string[], failsAt = Number.POSITIVE_INFINITY) {
  const asked: ListOptions[] = [];
  return {
    asked,
    async list(options: ListOptions) {
      asked.push(options);
      const at = Number(options.cursor ?? 0);
      if (at >= failsAt) throw new Error('broken');
      const objects = keys.slice(at, at + 1).map((key) => ({
        key,
        size: 1,
        etag: '"e"',
        lastModified: new Date(1000 + at),
      }));
      return { objects, prefixes: [], cursor: at + 1 < keys.length ? String(at + 1) : undefined };
    },
  };
}

describe('scanNames (SPEC 7: the first search, before there is an index)', () => {
  it('finds names by how well they fit, then the newest', async () => {
    const store = storeOf(['x/my-note', 'b/Note', 'a/note.txt', 'a/NOTES.md', 'other']);
    const { hits, isComplete } = await scanNames(store, region, 'note', signal);
    expect(hits.map(({ key }) => key)).toEqual(['b/Note', 'a/NOTES.md', 'a/note.txt', 'x/my-note']);
    expect(isComplete).toBe(true);
  });

  it('stops after a few pages, and says so', async () => {
    const store = storeOf(Array.from({ length: 50 }, (_, number) => `note-${number}`));
    const { hits, isComplete } = await scanNames(store, region, 'note', signal);
    expect(store.asked).toHaveLength(5);
    expect(hits).toHaveLength(5);
    expect(isComplete).toBe(false);
  });

  it('keeps what it has where the rest cannot be read, and fails where nothing can', async () => {
    const found = await scanNames(storeOf(['note-1', 'note-2'], 1), region, 'note', signal);
    expect(found.hits.map(({ key }) => key)).toEqual(['note-1']);
    expect(found.isComplete).toBe(false);
    await expect(scanNames(storeOf(['a'], 0), region, 'note', signal)).rejects.toThrow('broken');
  });

  it('asks for the part of the bucket that it may show, and leaves out what is hidden (SECURITY 2)', async () => {
    const store = storeOf(['a/note', 'a/x/note', 'a/xy/note', 'a/x', 'ab/note', 'a//note']);
    const part = { ...region, prefix: 'a/', hidden: ['a/x'] };
    const { hits } = await scanNames(store, part, 'note', signal);
    expect(store.asked[0]).toMatchObject({ prefix: 'a/' });
    expect(hits.map(({ key }) => key)).toEqual(['a/xy/note', 'a/note']);
  });
});
