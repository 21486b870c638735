import { IconButton } from '@satchel/ui/actions/icon-button';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { plainName } from '#shared/format/plain-name.ts';
import { FileThumbnail } from './file-thumbnail.tsx';

interface ListedFile {
  readonly id: string;
  readonly file: File;
  readonly directory: string;
}

export interface ChosenFileListProps<Chosen extends ListedFile> {
  label: string;
  files: readonly Chosen[];
  /** Size of a file, or the reason why it cannot be sent. */
  detailOf: (chosen: Chosen) => ReactNode;
  removeLabel: (name: string) => string;
  onRemove: (chosen: Chosen) => void;
}

/** Files that were chosen and wait to be sent. The list is virtual, so any number of files stays fast. */
export function ChosenFileList<Chosen extends ListedFile>(props: ChosenFileListProps<Chosen>) {
  return (
    <VirtualList
      label={props.label}
      items={props.files}
      getKey={({ id }) => id}
      rowHeightPx={56}
      className="max-h-80 border-t border-line"
      renderItem={(chosen) => (
        <div className="flex h-14 items-center gap-3 border-b border-line pr-2 pl-4">
          <FileThumbnail file={chosen.file} />
          <div className="min-w-0 flex-1">
            <p className="truncate text-label">
              {chosen.directory && <span className="text-ink-faint">{chosen.directory}/</span>}
              {plainName(chosen.file.name)}
            </p>
            <p className="figures truncate text-caption text-ink-muted">{props.detailOf(chosen)}</p>
          </div>
          <IconButton
            size="small"
            label={props.removeLabel(chosen.file.name)}
            icon={<X />}
            onClick={() => props.onRemove(chosen)}
          />
        </div>
      )}
    />
  );
}
