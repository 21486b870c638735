import { useEffect, useMemo, useState } from 'react';
import { readText } from '../source/preview-content.ts';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';
import { subtitlesOf, toWebVtt } from './subtitles.ts';

export interface LoadedSubtitles {
  readonly name: string;
  readonly label: string;
  /** URL of the subtitles as WebVTT. */
  readonly url: string;
}

const MAX_BYTES = 5 * 1024 * 1024;
const NONE: readonly LoadedSubtitles[] = [];

/** Loads the subtitles next to a film, as WebVTT for its player. */
export function useSubtitles(
  entries: readonly PreviewFile[],
  name: string,
): readonly LoadedSubtitles[] {
  const found = useMemo(
    () => subtitlesOf(entries, name).filter(({ entry }) => (entry.size ?? 0) <= MAX_BYTES),
    [entries, name],
  );
  const source = usePreviewSource();
  const [loaded, setLoaded] = useState({ name, subtitles: NONE });
  // A key of the paths, so that a new array with the same files does not load them again.
  const paths = found.map(({ entry }) => entry.path).join('\n');

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const urls: string[] = [];
    const load = async ({ entry, tag }: (typeof found)[number]) => {
      const { text } = await readText(source, entry.path, signal, () => {});
      const url = URL.createObjectURL(new Blob([toWebVtt(text)], { type: 'text/vtt' }));
      urls.push(url);
      return { name: entry.name, label: tag, url };
    };
    void Promise.allSettled(found.map(load)).then((results) => {
      const subtitles = results.flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      );
      if (!signal.aborted) setLoaded({ name, subtitles });
    });
    return () => {
      controller.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [paths, name, source]);

  return loaded.name === name ? loaded.subtitles : NONE;
}
