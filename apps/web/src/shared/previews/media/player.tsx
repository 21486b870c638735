import { Select } from '@satchel/ui/forms/select';
import { Switch } from '@satchel/ui/forms/switch';
import clsx from 'clsx';
import { Music } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entryPreviewKindOf } from '#shared/file-types/entry-kind.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { PreviewFailure } from '../preview-failure.tsx';
import type { PreviewFile } from '../source/preview-source.ts';
import { Playlist } from './playlist.tsx';
import { useSubtitles } from './use-subtitles.ts';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

export interface PlayerProps {
  kind: 'video' | 'audio';
  file: PreviewFile;
  /** Undefined until the URL has loaded. */
  url: string | undefined;
  entries: readonly PreviewFile[];
  onName: (name: string) => void;
}

/**
 * Plays a file with its subtitles at a chosen speed, and optionally the next file of the folder afterwards.
 */
export function Player({ kind, file, url, entries, onName }: PlayerProps) {
  const { t } = useTranslation(['entry-preview', 'previews']);
  const [speed, setSpeed] = useState(1);
  const [goesOn, setGoesOn] = useState(kind === 'audio');
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isPlaying = useRef(false);
  const element = useRef<HTMLVideoElement>(null);
  const subtitles = useSubtitles(kind === 'video' ? entries : [], file.name);
  const playlist = entries.filter(
    (entry) => !entry.isDirectory && entryPreviewKindOf(entry) === kind,
  );

  // The browser resets the speed for a new source.
  useEffect(() => {
    if (element.current) element.current.playbackRate = speed;
  }, [speed, url]);

  useEffect(() => {
    // Browsers refuse to play before the user has interacted with the page. Then the play button remains.
    if (url && isPlaying.current) element.current?.play().catch(() => {});
  }, [url]);

  function handleEnd() {
    const position = playlist.findIndex(({ name }) => name === file.name);
    // A file that was deleted meanwhile has no next one.
    const next = position < 0 ? undefined : playlist[position + 1];
    isPlaying.current = goesOn && next !== undefined;
    if (goesOn && next) onName(next.name);
  }

  const shared = {
    ref: element,
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': t(`previews:${kind}`, { name: file.name }),
    onError: () => url && setFailedUrl(url),
    onPlay: () => {
      isPlaying.current = true;
    },
    onPause: () => {
      // A pause at the end of a file does not count, because the next file should play.
      if (!element.current?.ended) isPlaying.current = false;
    },
    onEnded: handleEnd,
    onLoadedMetadata: () => {
      if (element.current) element.current.playbackRate = speed;
    },
  } as const;

  return (
    <>
      <div
        className={clsx(
          'flex min-h-0 items-center justify-center',
          kind === 'video' ? 'flex-1 bg-black' : 'flex-col gap-6 p-6',
          kind === 'audio' && playlist.length < 2 && 'flex-1',
        )}
      >
        {url && failedUrl === url ? (
          <div className="rounded-lg bg-surface">
            <PreviewFailure reason="unsupported" />
          </div>
        ) : kind === 'video' ? (
          <video {...shared} playsInline className="size-full">
            {subtitles.map(({ name, label, url: source }, index) => (
              <track
                key={name}
                kind="subtitles"
                src={source}
                label={label || t('player.subtitles')}
                srcLang={/^[a-z]{2}\b/i.test(label) ? label.slice(0, 2) : 'und'}
                default={index === 0}
              />
            ))}
          </video>
        ) : (
          <>
            <Music className="size-20 stroke-1 text-ink-faint" />
            <p className="max-w-2xl text-center text-heading wrap-anywhere">
              {plainName(file.name)}
            </p>
            <audio {...shared} className="w-full max-w-2xl" />
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-4 py-2">
        <Select
          label={t('player.speed')}
          className="w-28"
          value={String(speed)}
          onChange={(event) => setSpeed(Number(event.target.value))}
          options={SPEEDS.map((each) => ({ value: String(each), label: `${each} ×` }))}
        />
        {playlist.length > 1 && (
          <Switch
            label={t('player.goesOn')}
            checked={goesOn}
            onChange={(event) => setGoesOn(event.target.checked)}
          />
        )}
      </div>
      {playlist.length > 1 && (
        <Playlist
          entries={playlist}
          name={file.name}
          isCompact={kind === 'video'}
          onName={(name) => {
            isPlaying.current = true;
            if (name === file.name) void element.current?.play().catch(() => {});
            else onName(name);
          }}
        />
      )}
    </>
  );
}
