import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { noteThumbnail } from '#shared/previews/images/picture-facts.ts';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { thumbnailTaken } from '#shared/testing/thumbnail-taken.ts';
import { usePhotoOrder } from './use-photo-order.ts';

it('photos get their months as thumbnails load, without another order each time', () => {
  vi.useFakeTimers();
  const files = ['3.jpg', '2.jpg', '1.jpg'].map((name) => fakeEntry(name));
  const shown = renderHook(() => usePhotoOrder(files, 'desc', true));
  const load = (index: number, time: string) => {
    const file = files[index];
    if (file) noteThumbnail(file, thumbnailTaken(time));
    act(() => {
      vi.advanceTimersByTime(1000);
    });
  };
  expect(shown.current.times.size).toBe(0);
  load(0, '2024:05:06 07:08:09');
  const first = shown.current;
  expect(first.times.get('/m/1.jpg')).toBe('2024-05-06T07:08:09');
  load(1, '2024:05:05 07:08:09');
  expect(shown.current, 'the same month').toBe(first);
  load(2, '2023:01:01 00:00:00');
  expect(shown.current.entries).toBe(files);
  expect(shown.current.times.get('/m/1.jpg')).toBe('2023-01-01T00:00:00');
});
