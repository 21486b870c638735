import { File, FileArchive, FileAudio, FileImage, FileText, FileVideo } from 'lucide-react';

const TEXT = /^(text\/|application\/(json|pdf|xml|msword|vnd\.))/;
const ARCHIVE = /(zip|tar|gzip|compressed|rar|7z)/;

export function FileTypeIcon({ mimeType }: { mimeType: string }) {
  const attributes = {
    'aria-hidden': true,
    className: 'size-4.5 shrink-0 text-ink-faint',
  } as const;
  if (mimeType.startsWith('image/')) return <FileImage {...attributes} />;
  if (mimeType.startsWith('video/')) return <FileVideo {...attributes} />;
  if (mimeType.startsWith('audio/')) return <FileAudio {...attributes} />;
  if (ARCHIVE.test(mimeType)) return <FileArchive {...attributes} />;
  if (TEXT.test(mimeType)) return <FileText {...attributes} />;
  return <File {...attributes} />;
}
