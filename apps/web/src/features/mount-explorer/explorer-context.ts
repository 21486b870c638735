import { type Context, createContext, useContext } from 'react';
import type { Abilities } from './abilities.ts';
import type { EntryFilter } from './listing/filter-entries.ts';
import type { EntryOrder } from './listing/sort-entries.ts';
import type { DirectoryState } from './listing/use-directory.ts';
import type { View } from './preferences.ts';
import type { Entry } from './queries.ts';
import type { EntrySelection } from './selection/use-entry-selection.ts';
import type { ExplorerAddress } from './use-explorer-address.ts';

/** The current directory, and functions that open others. */
export interface Place {
  readonly path: string;
  readonly address: ExplorerAddress;
  /** Opens a folder, or shows the preview of a file. */
  open: (entry: Entry) => void;
}

/** Entries of the current directory, and what the user may do in it. */
export interface Listing {
  readonly directory: DirectoryState;
  /** How the directory is shown. */
  readonly view: View;
  readonly order: EntryOrder;
  /** Entries as shown: filtered, and without those that are being deleted. */
  readonly entries: readonly Entry[];
  /** When photos were taken, by their paths, where the gallery is ordered by that. */
  readonly times: ReadonlyMap<string, string>;
  readonly filter: EntryFilter;
  setFilter: (filter: EntryFilter) => void;
  readonly abilities: Abilities;
}

// Three contexts, because a selection changes with each frame of a lasso and the others do not.
export const PlaceContext = createContext<Place | null>(null);
export const ListingContext = createContext<Listing | null>(null);
export const SelectionContext = createContext<EntrySelection | null>(null);

export const usePlace = () => useWithin(PlaceContext);
export const useListing = () => useWithin(ListingContext);
export const useSelection = () => useWithin(SelectionContext);

function useWithin<Value>(context: Context<Value | null>): Value {
  const value = useContext(context);
  if (value === null) throw new Error('used outside of the explorer');
  return value;
}
