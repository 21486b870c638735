import type { Command } from '@satchel/ui/overlays/command-palette';
import { useNavigate } from '@tanstack/react-router';
import { FileSearch } from 'lucide-react';
import { client } from '#shared/api/client.ts';
import { directoryOf } from '#shared/format/item-path.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { explorerFile } from '#shared/mounts/explorer-place.ts';
import { useFound } from './use-found.ts';

const MAX_FOUND = 8;

export interface EntryCommands {
  readonly items: readonly Command[];
  /** Time when the server indexed the names, ISO 8601; null if just now, or without a search. */
  readonly indexedAt: string | null;
  /** False if files may be missing. */
  readonly isComplete: boolean;
  readonly isLoading: boolean;
}

/**
 * Files of all mounts whose names contain the words; each command opens the file in the explorer.
 *
 * @param words '' for no search
 */
export function useEntryCommands(words: string): EntryCommands {
  const navigate = useNavigate();
  const { found, isLoading } = useFound('entries', 'mount_view', words, (q, options) =>
    client.fs.search({ query: { q, scope: 'global', limit: MAX_FOUND } }, options),
  );
  return {
    isLoading,
    indexedAt: found?.indexedAt ?? null,
    isComplete: found?.isComplete ?? true,
    items: (found?.results ?? []).map(({ path, name }) => ({
      key: `entry-${path}`,
      label: plainName(name),
      hint: plainName(directoryOf(path)),
      icon: <FileSearch />,
      onSelect: () => void navigate(explorerFile(path)),
    })),
  };
}
