import { lazyPart } from '#shared/loading/lazy-part.tsx';

/** The explorer's, for pages of other features, which must not import it. */
export const FolderChooser = lazyPart(() =>
  import('#features/mount-explorer/operations/dialogs/folder-chooser.tsx').then(
    (module) => module.FolderChooser,
  ),
);
