import { describe, expect, it } from 'vitest';
import { thumbnailTaken } from '#shared/testing/thumbnail-taken.ts';
import { notePictureRatio, noteThumbnail, pictureFactsOf } from './picture-facts.ts';

describe('the facts about a picture', () => {
  it('come from its thumbnail, and belong to a version of the file', () => {
    const file = { path: '/m/a.jpg', etag: '1' };
    notePictureRatio(file, 300, 200);
    noteThumbnail(file, thumbnailTaken('2024:05:06 07:08:09'));
    expect(pictureFactsOf(file)).toEqual({ ratio: 1.5, taken: '2024-05-06T07:08:09' });
    expect(pictureFactsOf({ ...file, etag: '2' })).toEqual({});
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['other bytes', new Uint8Array(40).fill(255)],
    ['a broken time', thumbnailTaken('0000-00-00')],
  ])('have no time for %s', (_, bytes) => {
    const file = { path: `/m/${bytes.length}.jpg` };
    noteThumbnail(file, bytes);
    expect(pictureFactsOf(file)).toEqual({});
  });
});
