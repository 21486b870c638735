import { extensionOf, splitName } from '#shared/file-types/file-types.ts';
import type { PreviewFile } from '../source/preview-source.ts';

export interface SubtitleFile {
  readonly entry: PreviewFile;
  /** Language tag in the name, such as `en` of `film.en.srt`; '' if there is none. */
  readonly tag: string;
}

/** Subtitle files in the folder of a film, such as `film.srt` and `film.en.vtt` for `film.mp4`. */
export function subtitlesOf(
  entries: readonly PreviewFile[],
  name: string,
): readonly SubtitleFile[] {
  const [stem] = splitName(name);
  return entries.flatMap((entry) => {
    const [subtitleStem] = splitName(entry.name);
    if (entry.isDirectory || !['srt', 'vtt'].includes(extensionOf(entry.name))) return [];
    if (subtitleStem === stem) return [{ entry, tag: '' }];
    const isTagged = subtitleStem.startsWith(`${stem}.`);
    return isTagged ? [{ entry, tag: subtitleStem.slice(stem.length + 1) }] : [];
  });
}

/** Converts SubRip to WebVTT, which browsers play. They differ in the first line and the decimal points. */
export function toWebVtt(text: string): string {
  const plain = text.replaceAll('\r\n', '\n').replace(/^\ufeff/, '');
  if (/^WEBVTT(\s|$)/.test(plain)) return plain;
  const cues = plain.replace(
    /^(\d{1,2}:\d{2}:\d{2}),(\d{3})( --> )(\d{1,2}:\d{2}:\d{2}),(\d{3})/gm,
    '$1.$2$3$4.$5',
  );
  return `WEBVTT\n\n${cues}`;
}
