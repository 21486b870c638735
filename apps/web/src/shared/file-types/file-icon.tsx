import {
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileType,
  Film,
  type LucideIcon,
  Presentation,
} from 'lucide-react';
import { type FileKind, fileTypeOf } from './file-types.ts';

export const FILE_ICONS: Readonly<Record<FileKind, LucideIcon>> = {
  image: FileImage,
  video: Film,
  audio: FileMusic,
  text: FileText,
  code: FileCode,
  pdf: FileText,
  document: FileText,
  table: FileSpreadsheet,
  slides: Presentation,
  archive: FileArchive,
  font: FileType,
  unknown: File,
};

export interface FileIconProps {
  name: string;
  mediaType: string;
  className?: string;
}

/** Icon of a file's kind. Hidden from screen readers, because the name is beside it. */
export function FileIcon({
  name,
  mediaType,
  className = 'size-4.5 text-ink-faint',
}: FileIconProps) {
  const Icon = FILE_ICONS[fileTypeOf(name, mediaType)?.kind ?? 'unknown'];
  return <Icon className={`shrink-0 ${className}`} />;
}
