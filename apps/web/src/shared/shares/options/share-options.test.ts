import { describe, expect, it } from 'vitest';
import { maxViewsOf, problemsOfOptions } from './share-options.ts';

const problemsOf = (slug: string, maxViews: string) => problemsOfOptions({ slug, maxViews });

describe('SPEC 5: options of a share', () => {
  it.each(['', 'a', 'A-b_9', 'x'.repeat(50)])('takes the slug %o', (slug) => {
    expect(problemsOf(slug, '')).toEqual({});
  });

  it.each(['a b', 'a/b', '中文', 'x'.repeat(51), '../a'])('refuses the slug %o', (slug) => {
    expect(problemsOf(slug, '')).toEqual({ slug: true });
  });

  it.each(['-1', '1.5', 'x', '99999999999'])('refuses %o as max views', (maxViews) => {
    expect(problemsOf('', maxViews)).toEqual({ maxViews: true });
  });

  it('takes 0 and nothing for unlimited views', () => {
    expect([maxViewsOf('0'), maxViewsOf(''), maxViewsOf('3')]).toEqual([null, null, 3]);
  });
});
