import { useSelector } from '@tanstack/react-store';
import clsx from 'clsx';
import { plainName } from '#shared/format/plain-name.ts';
import { renaming } from '../operations/dialogs/explorer-dialog.ts';
import type { Entry } from '../queries.ts';
import { RenameField } from './rename-field.tsx';

/** Name of an entry, or the input that renames it. */
export function EntryName({ entry, className }: { entry: Entry; className?: string }) {
  const isRenaming = useSelector(renaming, (current) => current?.path === entry.path);
  if (isRenaming) return <RenameField entry={entry} />;
  const name = plainName(entry.name);
  return (
    <span title={name} className={clsx('text-ink', className)}>
      {name}
      {entry.mount_name && entry.mount_name !== entry.name && (
        <span className="ml-2 font-normal text-ink-muted">{entry.mount_name}</span>
      )}
    </span>
  );
}
