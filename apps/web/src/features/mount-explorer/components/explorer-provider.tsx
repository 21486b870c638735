import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useMemo } from 'react';
import { pictureTransition } from '#shared/previews/images/picture-transition.ts';
import { PreviewSourceContext } from '#shared/previews/source/preview-source.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { abilitiesIn } from '../abilities.ts';
import {
  type Listing,
  ListingContext,
  type Place,
  PlaceContext,
  SelectionContext,
  useListing,
  usePlace,
} from '../explorer-context.ts';
import { filterEntries, imagesAndFolders, NO_FILTER } from '../listing/filter-entries.ts';
import { useFolderView } from '../listing/folder-views.ts';
import type { EntryOrder } from '../listing/sort-entries.ts';
import { type DirectoryState, useDirectory } from '../listing/use-directory.ts';
import { useEntryFilter } from '../listing/use-entry-filter.ts';
import { useLiveDirectory } from '../listing/use-live-directory.ts';
import { usePhotoOrder } from '../listing/use-photo-order.ts';
import { explorerPreferences } from '../preferences.ts';
import { entrySource } from '../preview/entry-source.tsx';
import { useEntrySelection } from '../selection/use-entry-selection.ts';
import { entryDeletions } from '../transfers/delete-entries.ts';
import { useExplorerAddress } from '../use-explorer-address.ts';

/** Creates the state that the parts of the explorer share, and provides it as contexts. */
export function ExplorerProvider({ path, children }: { path: string; children: ReactNode }) {
  const principal = usePrincipal();
  const preferences = useSelector(explorerPreferences);
  const address = useExplorerAddress();
  const { search, filter, setFilter } = useEntryFilter(address);

  const view = useFolderView(path);
  const { gallery } = preferences;
  const gallerySort = gallery.sort;
  const listOrder = preferences.order;
  const order = useMemo(
    () =>
      view === 'gallery'
        ? ({ sort: gallerySort, order: gallerySort === 'modified' ? 'desc' : 'asc' } as const)
        : listOrder,
    [view, gallerySort, listOrder],
  );
  const directory = useShownDirectory(path, order);
  useLiveDirectory(path, directory.entries !== undefined);
  const isImagesOnly = view === 'gallery' && gallery.isImagesOnly;
  const isByPhotoTime = view === 'gallery' && order.sort === 'modified';
  const shown = useMemo(() => {
    const found = filterEntries(directory.entries ?? [], filter, NONE);
    return isImagesOnly ? imagesAndFolders(found) : found;
  }, [directory.entries, filter, isImagesOnly]);
  const { entries, times } = usePhotoOrder(shown, order.order, isByPhotoTime);

  const abilities = useMemo(
    () => abilitiesIn(principal, path, directory.facts),
    [principal, path, directory.facts],
  );
  const place = useMemo<Place>(
    () => ({
      path,
      address,
      open(entry) {
        if (entry.isDirectory) address.goTo(entry.path);
        else {
          const viewTransition = pictureTransition(undefined, entry.path);
          address.show({ ...search, preview: entry.name }, { viewTransition });
        }
      },
    }),
    [path, address, search],
  );
  const listing: Listing = { directory, view, order, entries, times, filter, setFilter, abilities };
  return (
    <PreviewSourceContext value={entrySource(abilities.canAdd)}>
      <PlaceContext value={place}>
        <ListingContext value={listing}>
          <SelectionProvider>{children}</SelectionProvider>
        </ListingContext>
      </PlaceContext>
    </PreviewSourceContext>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** The directory without the entries whose deletion can still be undone: their names are free. */
function useShownDirectory(path: string, order: EntryOrder): DirectoryState {
  const directory = useDirectory(path, order);
  const deletions = useSelector(entryDeletions.pending);
  return useMemo(() => {
    const { entries } = directory;
    const deleted = new Set(deletions.flatMap(({ ids }) => ids));
    return { ...directory, entries: entries && filterEntries(entries, NO_FILTER, deleted) };
  }, [directory, deletions]);
}

/** A separate component, so that a changed selection renders only the components that read it. */
function SelectionProvider({ children }: { children: ReactNode }) {
  const selection = useEntrySelection(useListing().entries, usePlace().path);
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}
