import { IconButton } from '@satchel/ui/actions/icon-button';
import { useSelector } from '@tanstack/react-store';
import { ArrowUp, PanelLeft, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#shared/api/query-client.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { homeOf } from '../abilities.ts';
import { parentOf, plainPath } from '../entry-path.ts';
import { useListing, usePlace } from '../explorer-context.ts';
import { explorerPreferences, setPreferences } from '../preferences.ts';
import { refreshDirectory } from '../queries.ts';
import { SearchBox } from '../search/search-box.tsx';
import { Location } from './location.tsx';

/** Breadcrumbs of the current path, and an input to type another path. */
export function LocationBar() {
  const { t } = useTranslation('explorer');
  const { path, address } = usePlace();
  const { directory } = useListing();
  const { isTreeOpen } = useSelector(explorerPreferences);
  const home = homeOf(usePrincipal());
  return (
    <div className="flex min-h-12 items-center gap-1 bg-surface px-2 max-sm:flex-wrap max-sm:py-1 sm:px-3">
      <div className="flex min-w-0 flex-1 items-center gap-1 max-sm:w-full max-sm:flex-none">
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
      <SearchBox />
    </div>
  );
}
