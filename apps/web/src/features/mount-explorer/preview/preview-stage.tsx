import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { entryPreviewKindOf } from '../entry-kind.ts';
import type { Entry } from '../queries.ts';
import { UnknownView } from './unknown-view.tsx';

const LOADING = <Skeleton className="m-4 h-80" />;

const ImageView = lazyPart(
  () => import('./images/image-view.tsx').then((module) => module.ImageView),
  LOADING,
);
const Player = lazyPart(
  () => import('./media/player.tsx').then((module) => module.Player),
  LOADING,
);
const PdfView = lazyPart(
  () => import('./documents/pdf-view.tsx').then((module) => module.PdfView),
  LOADING,
);
const TextView = lazyPart(
  () => import('./text/text-view.tsx').then((module) => module.TextView),
  LOADING,
);
const OfficeView = lazyPart(
  () => import('./documents/office-view.tsx').then((module) => module.OfficeView),
  LOADING,
);
const ArchiveView = lazyPart(
  () => import('./documents/archive-view.tsx').then((module) => module.ArchiveView),
  LOADING,
);

export interface PreviewStageProps {
  file: Entry;
  /** Address from which the browser may read the file; undefined while unknown. */
  url: string | undefined;
  entries: readonly Entry[];
  onName: (name: string) => void;
}

/** A file in the way that its kind is shown; the code of each kind is loaded when it is needed. */
export function PreviewStage({ file, url, entries, onName }: PreviewStageProps) {
  const kind = entryPreviewKindOf(file);
  switch (kind) {
    case 'image':
      return url ? <ImageView key={file.path} file={file} url={url} /> : LOADING;
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
