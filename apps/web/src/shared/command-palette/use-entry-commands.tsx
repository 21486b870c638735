import { can } from '@satchel/api-client/permissions';
import type { Command } from '@satchel/ui/overlays/command-palette';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileSearch } from 'lucide-react';
import { client } from '#shared/api/client.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { usePrincipal } from '#shared/session/use-session.ts';

const MAX_FOUND = 8;

export interface EntryCommands {
  readonly items: readonly Command[];
  /** When the server read the names, ISO 8601; null if just now, or where nothing was asked. */
  readonly indexedAt: string | null;
  /** False if files may be missing. */
  readonly isComplete: boolean;
  readonly isLoading: boolean;
}

/**
 * Files of all mounts whose names contain the words; each opens where it is.
 *
 * @param words empty where nothing is searched for
 */
export function useEntryCommands(words: string): EntryCommands {
  const navigate = useNavigate();
  const principal = usePrincipal();
  const isSearch = words !== '';
  const found = useQuery({
    queryKey: ['private', 'palette', 'entries', words],
    queryFn: ({ signal }) =>
      client.fs.search({ query: { q: words, scope: 'global', limit: MAX_FOUND } }, { signal }),
    enabled: isSearch && can(principal, 'mount_view'),
    placeholderData: keepPreviousData,
  });
  const shown = isSearch ? found.data : undefined;
  return {
    isLoading: isSearch && found.isFetching,
    indexedAt: shown?.indexedAt ?? null,
    isComplete: shown?.isComplete ?? true,
    items: (shown?.results ?? []).map(({ path, name }) => {
      const directory = path.slice(0, path.lastIndexOf('/'));
      return {
        key: `entry-${path}`,
        label: plainName(name),
        hint: plainName(directory),
        icon: <FileSearch aria-hidden="true" className="size-4" />,
        onSelect: () =>
          void navigate({
            to: '/mount-explorer/$',
            params: { _splat: directory.slice(1) },
            search: { preview: name },
          }),
      };
    }),
  };
}
