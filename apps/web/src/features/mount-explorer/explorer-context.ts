import { createContext, useContext } from 'react';
import type { Abilities } from './abilities.ts';
import type { EntryFilter } from './listing/filter-entries.ts';
import type { DirectoryState } from './listing/use-directory.ts';
import type { Operations } from './operations/use-operations.ts';
import type { Preferences } from './preferences.ts';
import type { Entry } from './queries.ts';
import type { EntrySelection } from './selection/use-entry-selection.ts';
import type { ExplorerAddress } from './use-explorer-address.ts';

/** State that the parts of the explorer share: the current directory and the actions in it. */
export interface Explorer {
  readonly path: string;
  readonly directory: DirectoryState;
  /** Entries as shown: filtered, and without those that are being deleted. */
  readonly entries: readonly Entry[];
  readonly filter: EntryFilter;
  setFilter: (filter: EntryFilter) => void;
  readonly abilities: Abilities;
  readonly selection: EntrySelection;
  readonly preferences: Preferences;
  readonly address: ExplorerAddress;
  readonly operations: Operations;
  /** Goes into a folder, or shows a file. */
  open: (entry: Entry) => void;
}

export const ExplorerContext = createContext<Explorer | null>(null);

export function useExplorer(): Explorer {
  const explorer = useContext(ExplorerContext);
  if (!explorer) throw new Error('useExplorer outside of the explorer');
  return explorer;
}
