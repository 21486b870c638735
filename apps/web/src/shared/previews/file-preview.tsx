import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { MediaPreview } from './media-preview.tsx';
import type { PreviewKind } from './preview-kind.ts';
import { TextPreview } from './text-preview.tsx';

const PdfPreview = lazyPart(() => import('./pdf-preview.tsx').then((module) => module.PdfPreview));

const OfficePreview = lazyPart(() =>
  import('./office-preview.tsx').then((module) => module.OfficePreview),
);

export interface FilePreviewProps {
  kind: PreviewKind;
  url: string;
  name: string;
  /** In bytes. */
  size: number;
}

export function FilePreview({ kind, url, name, size }: FilePreviewProps) {
  if (kind === 'pdf') return <PdfPreview url={url} name={name} />;
  if (kind === 'office') return <OfficePreview name={name} url={url} />;
  if (kind === 'image' || kind === 'video' || kind === 'audio') {
    return <MediaPreview kind={kind} url={url} name={name} />;
  }
  return <TextPreview kind={kind} url={url} name={name} size={size} />;
}
