import { File, FileArchive, FileAudio, FileImage, FileText, FileVideo } from 'lucide-react';

const TEXT = /^(text\/|application\/(json|pdf|xml|msword|vnd\.))/;
const ARCHIVE = /(zip|tar|gzip|compressed|rar|7z)/;

export interface FileTypeIconProps {
  mimeType: string;
  className?: string;
}

export function FileTypeIcon({
  mimeType,
  className = 'size-4.5 text-ink-faint',
}: FileTypeIconProps) {
  const attributes = { 'aria-hidden': true, className: `shrink-0 ${className}` } as const;
  if (mimeType.startsWith('image/')) return <FileImage {...attributes} />;
  if (mimeType.startsWith('video/')) return <FileVideo {...attributes} />;
  if (mimeType.startsWith('audio/')) return <FileAudio {...attributes} />;
  if (ARCHIVE.test(mimeType)) return <FileArchive {...attributes} />;
  if (TEXT.test(mimeType)) return <FileText {...attributes} />;
  return <File {...attributes} />;
}
