import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { entryPreviewKindOf } from '#shared/file-types/entry-kind.ts';
import { lazyPartOf } from '#shared/loading/lazy-part.tsx';
import { ImageView } from '../images/image-view.tsx';
import type { PreviewFile } from '../source/preview-source.ts';
import { UnknownView } from './unknown-view.tsx';

const LOADING = <Skeleton className="m-4 h-80" />;
const part = lazyPartOf(LOADING);
const Player = part(async () => (await import('../media/player.tsx')).Player);
const PdfView = part(async () => (await import('../documents/pdf-view.tsx')).PdfView);
const TextView = part(async () => (await import('../text/text-view.tsx')).TextView);
const OfficeView = part(
  async () => (await import('../documents/office/office-view.tsx')).OfficeView,
);
const ArchiveView = part(async () => (await import('../documents/archive-view.tsx')).ArchiveView);

export interface PreviewStageProps {
  file: PreviewFile;
  /** Address from which the browser may read the file; undefined while unknown. */
  url: string | undefined;
  entries: readonly PreviewFile[];
  onName: (name: string) => void;
}

/** Shows a file by its kind. The code of each kind but the most frequent one loads when it is needed. */
export function PreviewStage({ file, url, entries, onName }: PreviewStageProps) {
  const kind = entryPreviewKindOf(file);
  switch (kind) {
    case 'image':
      return <ImageView key={file.path} file={file} url={url} />;
    case 'video':
    case 'audio':
      // Keeps one player for consecutive files, so that volume and full screen stay.
      return <Player key={kind} kind={kind} {...{ file, url, entries, onName }} />;
    case 'pdf':
      return <PdfView key={file.path} file={file} />;
    case 'markdown':
    case 'table':
    case 'code':
    case 'text':
      return <TextView key={file.path} file={file} kind={kind} />;
    case 'office':
      return <OfficeView key={file.path} file={file} />;
    case 'archive':
      return <ArchiveView key={file.path} file={file} />;
    case 'unknown':
      return <UnknownView key={file.path} file={file} />;
  }
}
