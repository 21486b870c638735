import { IconButton } from '@satchel/ui/actions/icon-button';
import { useSelector } from '@tanstack/react-store';
import { ArrowUp, PanelLeft, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#shared/api/query-client.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { homeOf } from '../../abilities.ts';
import { parentOf, plainPath } from '../../entry-path.ts';
import { useListing, usePlace } from '../../explorer-context.ts';
import { explorerPreferences, setPreferences } from '../../preferences.ts';
import { refreshDirectory } from '../../queries.ts';
import { SearchBox } from '../../search/search-box.tsx';
import { Location } from './location.tsx';
import { NewEntryMenu } from './new-entry-menu.tsx';
import { ViewMenu } from './view-menu.tsx';

/**
 * The explorer's only row of controls: where one is, the search, what can be made here, and the view.
 *
 * @param isSearch whether results replace the list, so that nothing can be made and the view does not matter
 */
export function LocationBar({ isSearch }: { isSearch: boolean }) {
  const { t } = useTranslation('explorer');
  const { path, address } = usePlace();
  const { directory } = useListing();
  const { isTreeOpen } = useSelector(explorerPreferences);
  const home = homeOf(usePrincipal());
  return (
    <div className="flex min-h-12 items-center gap-1 bg-surface px-2 max-md:flex-wrap max-md:py-1 sm:px-3">
      {/* Large text on a small screen moves the path to a line of its own. */}
      <div className="@container min-w-0 flex-1 max-md:basis-full">
        <div className="flex items-center gap-1 @max-[14rem]:flex-wrap">
          <span className="max-lg:hidden">
            <IconButton
              label={t('tree.toggle')}
              icon={<PanelLeft />}
              size="small"
              aria-pressed={isTreeOpen}
              onClick={() => setPreferences({ isTreeOpen: !isTreeOpen })}
            />
          </span>
          <IconButton
            label={t('location.up')}
            icon={<ArrowUp />}
            size="small"
            disabled={plainPath(path) === home}
            onClick={() => address.goTo(parentOf(path))}
          />
          <Location key={path} />
          <IconButton
            label={t('actions.refresh')}
            icon={<RefreshCw />}
            size="small"
            isBusy={directory.isFetching}
            tooltipSide="bottom-end"
            onClick={() => void refreshDirectory(queryClient, path)}
          />
        </div>
      </div>
      <SearchBox key={path} />
      {!isSearch && (
        <div className="flex items-center gap-1">
          <NewEntryMenu />
          <ViewMenu />
        </div>
      )}
    </div>
  );
}
