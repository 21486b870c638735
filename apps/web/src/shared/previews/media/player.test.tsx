import { act } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { changeLanguage, loadTexts, startI18n } from '#shared/i18n/i18n.ts';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { Player } from './player.tsx';

// A sound has no subtitles, so no source of files is needed.
vi.mock('./use-subtitles.ts', () => ({ useSubtitles: () => [] }));

beforeAll(async () => {
  await startI18n();
  await changeLanguage('en');
  await loadTexts('entry-preview', 'previews');
});

// jsdom does not scroll.
Element.prototype.scrollIntoView = () => {};

it('a sound is played below its name, at a speed that has a label', () => {
  const file = fakeEntry('tone.wav');
  const { container } = renderHook(() => (
    <Player kind="audio" file={file} url="blob:tone" entries={[file]} onName={() => {}} />
  ));
  const player = container.querySelector('audio');
  expect(player?.parentElement?.querySelector('p')?.textContent).toBe('tone.wav');
  expect(player?.parentElement?.classList, 'in the middle of the page').toContain('flex-1');
  const speed = container.querySelector('select');
  expect(speed?.labels?.[0]?.textContent).toContain('Speed');
  expect(speed?.labels?.[0]?.classList).not.toContain('sr-only');
});

it.each([
  ['the next one', ['a.wav', 'b.wav', 'c.wav'], ['c.wav']],
  ['none, if it was deleted meanwhile', ['a.wav', 'c.wav'], []],
])('after a sound plays %s', async (_, names, expected) => {
  const played: string[] = [];
  const { container } = renderHook(() => (
    <Player
      kind="audio"
      file={fakeEntry('b.wav')}
      url="blob:tone"
      entries={names.map((name) => fakeEntry(name))}
      onName={(name) => played.push(name)}
    />
  ));
  await act(async () => container.querySelector('audio')?.dispatchEvent(new Event('ended')));
  expect(played).toEqual(expected);
});
