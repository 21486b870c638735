import { describe, expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { subtitlesOf, toWebVtt } from './subtitles.ts';

describe('subtitles', () => {
  it('of a film are the files beside it that are called like it', () => {
    const names = [
      'film.mp4',
      'film.srt',
      'film.zh-Hans.vtt',
      'film 2.srt',
      'other.srt',
      'film.txt',
    ];
    const found = subtitlesOf(
      names.map((name) => fakeEntry(name)),
      'film.mp4',
    );
    expect(found.map(({ entry, tag }) => [entry.name, tag])).toEqual([
      ['film.srt', ''],
      ['film.zh-Hans.vtt', 'zh-Hans'],
    ]);
  });

  it('in SubRip become WebVTT, and their words stay as they are', () => {
    const srt = '\ufeff1\r\n00:00:01,500 --> 00:00:02,000\r\nAt 10:00:00,500 sharp\r\n';
    expect(toWebVtt(srt)).toBe(
      'WEBVTT\n\n1\n00:00:01.500 --> 00:00:02.000\nAt 10:00:00,500 sharp\n',
    );
  });

  it('in WebVTT stay', () => {
    expect(toWebVtt('WEBVTT\n\n00:01.000 --> 00:02.000\nHi')).toBe(
      'WEBVTT\n\n00:01.000 --> 00:02.000\nHi',
    );
  });
});
