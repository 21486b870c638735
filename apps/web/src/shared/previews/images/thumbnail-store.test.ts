import { beforeEach, describe, expect, it } from 'vitest';
import { knownThumbnail, loadThumbnail, thumbnailKey } from './thumbnail-store.ts';

let asked: string[] = [];
let answers: (() => void)[] = [];
let run = 0;

const source = {
  id: 'test',
  openThumbnail: (path: string) => {
    asked.push(path);
    return new Promise<Response>((resolve) => {
      answers.push(() => resolve(new Response('picture')));
    });
  },
};

/** Requests a thumbnail; each test has its own files, because loaded ones are kept. */
function want(name: string, isInView: boolean, signal = new AbortController().signal) {
  const file = { path: `${run} ${name}` };
  return loadThumbnail({ source, file, pixels: 200, signal, isInView: () => isInView });
}

/** Answers everything that is requested, and what is requested then. */
async function answerAll(): Promise<void> {
  while (answers.length > 0) {
    for (const answer of answers.splice(0)) answer();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const names = () => asked.map((path) => path.split(' ')[1]);

beforeEach(() => {
  run += 1;
  asked = [];
  answers = [];
  URL.createObjectURL = () => 'blob:picture';
});

describe('thumbnails', () => {
  it('load in view first, from top to bottom, then those near', async () => {
    const all = ['1', '2', '3', '4', '5', '6'].map((name) => want(name, true));
    const near = want('below', false);
    const late = [want('7', true), want('8', true)];
    await answerAll();
    await Promise.all([...all, near, ...late]);
    expect(names()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', 'below']);
  });

  it('that are cached serve smaller tiles, and larger ones until they are sharp', async () => {
    const loaded = want('cached', true);
    await answerAll();
    await loaded;
    const file = { path: `${run} cached` };
    expect(knownThumbnail(source, file, 100)).toEqual({ url: 'blob:picture', isSharp: true });
    expect(knownThumbnail(source, file, 500)).toEqual({ url: 'blob:picture', isSharp: false });
    expect(knownThumbnail(source, { path: `${run} other` }, 100)).toBeUndefined();
  });

  it('are not requested once they are scrolled away', async () => {
    const all = ['1', '2', '3', '4', '5', '6'].map((name) => want(name, true));
    const scrolling = new AbortController();
    const passed = want('passed', true, scrolling.signal);
    scrolling.abort();
    await answerAll();
    await Promise.all(all);
    expect(await passed).toBeNull();
    expect(names()).not.toContain('passed');
  });

  it('are as small as their place allows', () => {
    const sizes = [100, 129, 256, 257, 2000].map(
      (pixels) => thumbnailKey(source, { path: 'a' }, pixels).split(' ')[1],
    );
    expect(sizes).toEqual(['128', '256', '256', '512', '1024']);
  });
});
