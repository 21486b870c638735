import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { type PreviewSource, PreviewSourceContext } from '../source/preview-source.ts';
import { Thumbnail } from './thumbnail.tsx';
import { keepThumbnail } from './thumbnail-store.ts';

it('a thumbnail that is held is requested when it is no longer', () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const source = {
    id: 'held',
    async openThumbnail(path: string) {
      asked.push(path);
      return new Response('');
    },
  } as unknown as PreviewSource;
  const show = (isHeld: boolean) => () => (
    <PreviewSourceContext value={source}>
      <Thumbnail entry={fakeEntry('1.jpg')} size={200} isHeld={isHeld} />
    </PreviewSourceContext>
  );
  const wait = () =>
    act(() => {
      vi.advanceTimersByTime(1000);
    });
  const shown = renderHook(show(true));
  wait();
  expect(asked).toEqual([]);
  shown.rerender(show(false));
  wait();
  expect(asked).toEqual(['/m/1.jpg']);
});

it('a thumbnail whose address fails is an icon', () => {
  const entry = fakeEntry('broken.jpg');
  const source = { id: 'failing', openThumbnail: async () => new Response('') };
  keepThumbnail(source, entry, 256, '/thumbnail-of-broken');
  const { container } = renderHook(() => (
    <PreviewSourceContext value={source as unknown as PreviewSource}>
      <Thumbnail entry={entry} size={200} />
    </PreviewSourceContext>
  ));
  const image = container.querySelector('img');
  expect(image?.getAttribute('src')).toBe('/thumbnail-of-broken');
  act(() => {
    image?.dispatchEvent(new Event('error'));
  });
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
});
