import { expect, it } from 'vitest';
import { fileLinkOf } from './file-link.ts';

it('leads to the explorer for a file in a mount, with its folders', () => {
  expect(fileLinkOf({ path: '/in/Ann 1/' }, 'photos/a&b.jpg', undefined)).toBe(
    '/mount-explorer/in/Ann%201/photos?preview=a%26b.jpg',
  );
});

it('leads to the bundle of a delivery in the storage of shares, and nowhere without one', () => {
  expect(fileLinkOf({ path: null }, 'photos/a.jpg', 'x')).toBe('/share/x?file=photos%2Fa.jpg');
  expect(fileLinkOf({ path: null }, 'a.jpg', undefined)).toBeUndefined();
});
