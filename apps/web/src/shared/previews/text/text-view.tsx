import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKind } from '#shared/file-types/entry-kind.ts';
import { PreviewFailure } from '../preview-failure.tsx';
import { EDIT_MAX_BYTES, readText, TEXT_MAX_BYTES } from '../source/preview-content.ts';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';
import { PreviewError } from '../window/preview-error.tsx';
import { ReadingProgress } from '../window/reading-progress.tsx';
import { TextReader } from './text-reader.tsx';

/** Time that a text stays cached after its preview closes. Short, because texts are large and load fast. */
const KEPT_MS = 10_000;

/** Loads a text, and shows the reader or the editor. */
export function TextView({ file, kind }: { file: PreviewFile; kind: TextKind }) {
  const { t } = useTranslation('entry-preview');
  const source = usePreviewSource();
  const { Editor } = source;
  const { path, size } = file;
  const [readBytes, setReadBytes] = useState(0);
  const [isEditing, setIsEditing] = useState(false);
  const isTooLarge = (size ?? 0) > TEXT_MAX_BYTES;
  const text = useQuery({
    queryKey: [...source.keyOf(path), 'text'],
    queryFn: ({ signal }) => readText(source, path, signal, setReadBytes),
    enabled: !isTooLarge,
    // Never refetched, so that it does not change while the user edits it. Saving detects changes by others.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    retry: false,
  });

  if (isTooLarge) return <PreviewFailure reason="tooLarge" />;
  if (text.error) {
    return <PreviewError error={text.error} onRetry={() => void text.refetch()} />;
  }
  if (!text.data) {
    return <ReadingProgress label={t('text.loading')} readBytes={readBytes} size={size} />;
  }
  if (isEditing && Editor) {
    return <Editor file={file} loaded={text.data} onEnd={() => setIsEditing(false)} />;
  }
  const canEdit = Editor && !text.data.isBinary && (size ?? 0) <= EDIT_MAX_BYTES;
  return (
    <TextReader
      name={file.name}
      kind={kind}
      loaded={text.data}
      onEdit={canEdit ? () => setIsEditing(true) : undefined}
    />
  );
}
