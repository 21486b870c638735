import { useSearch } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IS_TOUCH } from '#shared/environment/is-touch.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { pictureTransition } from '#shared/previews/images/picture-transition.ts';
import { FilePreviewWindow } from '#shared/previews/window/file-preview-window.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { DetailsPanel } from '../details/details-panel.tsx';
import { childPath, nameOf, parentOf } from '../entry-path.ts';
import { useListing, usePlace } from '../explorer-context.ts';
import { explorerSearchOf } from '../explorer-search.ts';
import { ClipboardKeys } from '../operations/commands/clipboard-keys.ts';
import { ExplorerDialogs } from '../operations/dialogs/explorer-dialogs.tsx';
import { explorerPreferences } from '../preferences.ts';
import { SEARCH_MIN_LENGTH } from '../search/search-options.ts';
import { SearchResults } from '../search/search-results.tsx';
import { packRequest } from '../transfers/archives/basket.ts';
import { PendingUploads } from '../transfers/uploads/pending-uploads.tsx';
import { FolderTree } from '../tree/folder-tree.tsx';
import { revealEntries } from '../views/revealed-entries.ts';
import { LocationBar } from './bars/location-bar.tsx';
import { ExplorerActions } from './bars/selection-bar.tsx';
import { StatusBar } from './bars/status-bar.tsx';
import { DirectoryContent } from './directory-content.tsx';

const PackDialog = lazyPart(() =>
  import('../transfers/archives/pack-dialog.tsx').then((module) => module.PackDialog),
);

/** Layout of the explorer: it fills the window below the header, and only its list scrolls. */
export function ExplorerWindow() {
  const { t } = useTranslation('explorer');
  const { path, address } = usePlace();
  const { entries } = useListing();
  const preferences = useSelector(explorerPreferences);
  const search = explorerSearchOf(useSearch({ strict: false }));
  const q = search.q !== undefined && [...search.q].length >= SEARCH_MIN_LENGTH ? search.q : '';
  const name = plainName(nameOf(path));
  usePageTitle(name ? `${name} · ${t('pageTitle')}` : t('pageTitle'));
  useRevealedPreview(path, search.preview);
  const isPacking = useSelector(packRequest) !== null;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{name || t('pageTitle')}</h1>
      <LocationBar isSearch={q !== ''} />
      <div className="flex min-h-0 flex-1 border-t border-line">
        {preferences.isTreeOpen && (
          <aside
            aria-label={t('tree.toggle')}
            className="flex w-60 shrink-0 wide:w-72 flex-col border-r border-line max-lg:hidden"
          >
            <FolderTree />
          </aside>
        )}
        <section
          aria-label={t('list.region')}
          className="relative flex min-w-0 flex-1 flex-col bg-surface"
        >
          {q ? (
            <SearchResults q={q} search={search} />
          ) : (
            <>
              <DirectoryContent />
              <ExplorerActions />
            </>
          )}
        </section>
        {preferences.isDetailsOpen && !q && (
          <aside
            aria-label={t('details.toggle')}
            className="w-72 shrink-0 wide:w-96 overflow-y-auto border-l border-line p-4 max-lg:hidden"
          >
            <DetailsPanel />
          </aside>
        )}
      </div>
      {!q && <PendingUploads />}
      {!q && <StatusBar />}
      <ExplorerDialogs />
      <ClipboardKeys />
      {isPacking && <PackDialog />}
      {search.preview && (
        <FilePreviewWindow
          entries={entries}
          path={childPath(path, search.preview)}
          name={search.preview}
          onName={(next) => {
            const { preview, ...rest } = search;
            const shown = preview && childPath(path, preview);
            address.show(next === null ? rest : { ...rest, preview: next }, {
              replace: true,
              viewTransition: pictureTransition(shown, next ?? undefined),
            });
          }}
        />
      )}
    </div>
  );
}

/** Focuses and selects the file of a preview that has just been closed. */
function useRevealedPreview(path: string, name: string | undefined): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const before = shown.current;
    shown.current = name === undefined ? null : childPath(path, name);
    if (before !== null && name === undefined && parentOf(before) === path) {
      revealEntries([before], { isSelected: !IS_TOUCH });
    }
  }, [path, name]);
}
