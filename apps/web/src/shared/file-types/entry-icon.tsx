import clsx from 'clsx';
import { Folder, HardDrive, type LucideIcon } from 'lucide-react';
import { type EntryKind, entryKindOf, type KindOfEntry } from './entry-kind.ts';
import { FILE_ICONS } from './file-icon.tsx';

const ICONS: Readonly<Record<EntryKind, LucideIcon>> = {
  ...FILE_ICONS,
  folder: Folder,
  mount: HardDrive,
};

/** Only a few colours, so that folders stand out. */
const TONES: Partial<Record<EntryKind, string>> = {
  folder: 'fill-saddle-soft text-saddle',
  mount: 'text-accent',
  image: 'text-success',
  video: 'text-chart-3',
  audio: 'text-chart-3',
  pdf: 'text-danger',
  archive: 'text-warning',
};

export interface EntryIconProps {
  entry: KindOfEntry;
  /** Whether its outline is dashed, for an entry that is about to be moved. */
  isDashed?: boolean;
  className?: string;
}

/** Icon of an entry's kind. Hidden from screen readers, because the name is beside it. */
export function EntryIcon({ entry, isDashed, className = 'size-4.5' }: EntryIconProps) {
  const kind = entryKindOf(entry);
  const Icon = ICONS[kind];
  return (
    <Icon
      strokeWidth={1.75}
      strokeDasharray={isDashed ? '3 2.5' : undefined}
      className={clsx('shrink-0', TONES[kind] ?? 'text-ink-faint', className)}
    />
  );
}
