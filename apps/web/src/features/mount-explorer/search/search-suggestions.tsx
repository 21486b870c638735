import { Button } from '@satchel/ui/actions/button';
import { Kbd } from '@satchel/ui/actions/kbd';
import { useSelector } from '@tanstack/react-store';
import { Earth, FolderSearch, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IS_TOUCH } from '#shared/environment/is-touch.ts';
import type { SearchScope } from '../explorer-search.ts';
import { clearSearches, searchHistory } from './search-history.ts';

export interface SearchSuggestionsProps {
  /** Words that are long enough for a search, or ''. */
  words: string;
  /** Whether to offer earlier searches. */
  hasHistory: boolean;
  scopes: readonly SearchScope[];
  onSearch: (scope: SearchScope, words?: string) => void;
}

/** Rows below the search box: where else to search for the words, or earlier searches. */
export function SearchSuggestions(props: SearchSuggestionsProps) {
  const { words, hasHistory, scopes, onSearch } = props;
  const { t } = useTranslation('explorer');
  const history = useSelector(searchHistory);
  const isHistory = hasHistory && history.length > 0;
  if (!isHistory && words === '') return null;
  return (
    <div className="absolute inset-x-0 top-full z-30 mt-1 min-w-64 rounded-lg border border-line bg-raised p-1 shadow-md max-md:min-w-0">
      {isHistory && (
        <div className="flex items-center px-2 text-caption text-ink-muted">
          <span className="mr-auto">{t('search.recent')}</span>
          <Button size="small" variant="quiet" onClick={clearSearches}>
            {t('search.forget')}
          </Button>
        </div>
      )}
      <ul>
        {words !== '' &&
          scopes.map((scope) => (
            <Row
              key={scope}
              icon={scope === 'global' ? <Earth /> : <FolderSearch />}
              text={t(scope === 'global' ? 'search.everywhereFor' : 'search.below')}
              keys={scope === 'global' && !IS_TOUCH ? 'Enter' : undefined}
              onClick={() => onSearch(scope)}
            />
          ))}
        {isHistory &&
          history.map((each) => (
            <Row
              key={each}
              icon={<History />}
              text={each}
              onClick={() => onSearch('global', each)}
            />
          ))}
      </ul>
    </div>
  );
}

interface RowProps {
  icon: ReactNode;
  text: string;
  keys?: string | undefined;
  onClick: () => void;
}

function Row({ icon, text, keys, onClick }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className="touch-target flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-sm hover:bg-hover [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-ink-faint"
        onClick={onClick}
      >
        {icon}
        <span className="min-w-0 flex-1 truncate">{text}</span>
        {keys && <Kbd>{keys}</Kbd>}
      </button>
    </li>
  );
}
