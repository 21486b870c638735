import { fileTypeOf, type PreviewKind } from '#shared/file-types/file-types.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { MediaPreview } from './media-preview.tsx';
import { TextPreview } from './text-preview.tsx';

const PdfPreview = lazyPart(() => import('./pdf-preview.tsx').then((module) => module.PdfPreview));

const OfficePreview = lazyPart(() =>
  import('./office-preview.tsx').then((module) => module.OfficePreview),
);

export type SharePreviewKind = Exclude<PreviewKind, 'table' | 'archive'>;

/** Kind of preview for a shared file; null if it can only be downloaded. */
export function previewKindOf(fileName: string, mimeType: string): SharePreviewKind | null {
  const preview = fileTypeOf(fileName, mimeType)?.preview ?? null;
  if (preview === 'table') return 'text';
  return preview === 'archive' ? null : preview;
}

export interface FilePreviewProps {
  kind: SharePreviewKind;
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
