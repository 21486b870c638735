import { SkeletonRows } from '@satchel/ui/feedback/skeleton-rows';
import type { ComponentType } from 'react';
import { useListing, usePlace } from '../explorer-context.ts';
import type { View } from '../preferences.ts';
import { ArrivingRows, useIsFilling } from '../transfers/uploads/arriving-rows.tsx';
import { EntryArea } from '../views/entry-area.tsx';
import { type EntryViewProps, ListView } from '../views/list/list-view.tsx';
import { GalleryView, GridView } from '../views/tiles/tile-views.tsx';
import { DirectoryFailure } from './directory-failure.tsx';
import { EmptyDirectory } from './empty-directory.tsx';

const VIEWS: Readonly<Record<View, ComponentType<EntryViewProps>>> = {
  list: ListView,
  grid: GridView,
  gallery: GalleryView,
};

/** Shows the entries of the directory, or the reason why there are none. */
export function DirectoryContent() {
  const { path } = usePlace();
  const { directory, entries, view } = useListing();
  const isFilling = useIsFilling(path);
  // A folder that was deleted meanwhile still has its last entries, which nobody can open.
  if (directory.error && (directory.entries === undefined || directory.isMissing)) {
    return <DirectoryFailure error={directory.error} />;
  }
  if (directory.entries === undefined) return <SkeletonRows />;
  const isEmpty = entries.length === 0 && directory.isComplete;
  return (
    <>
      {isEmpty ? (
        <EmptyDirectory isFilling={isFilling} />
      ) : (
        <EntryArea key={`${view} ${path}`} View={VIEWS[view]} />
      )}
      <ArrivingRows directory={path} />
    </>
  );
}
