import { expect, it } from 'vitest';
import { explorerFile, explorerFolder } from './explorer-place.ts';

it('leads to a folder, and to the preview of a file in its folder', () => {
  const to = '/mount-explorer/$';
  expect(explorerFolder('/team/Photos 1/')).toEqual({ to, params: { _splat: 'team/Photos 1' } });
  expect(explorerFolder('/team')).toEqual({ to, params: { _splat: 'team' } });
  expect(explorerFile('/team/a&b.jpg')).toEqual({
    to,
    params: { _splat: 'team' },
    search: { preview: 'a&b.jpg' },
  });
});
