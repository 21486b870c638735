import { TextField } from '@satchel/ui/forms/text-field';
import { useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListing, usePlace } from '../explorer-context.ts';
import { explorerSearchOf, type SearchScope } from '../explorer-search.ts';
import { addSearch } from './search-history.ts';
import { SEARCH_MIN_LENGTH } from './search-options.ts';
import { SearchSuggestions } from './search-suggestions.tsx';

const TYPING_PAUSE_MS = 350;

const isLong = (words: string) => [...words.trim()].length >= SEARCH_MIN_LENGTH;

/**
 * Narrows the list to names that contain the typed words. Enter searches for files everywhere, and the
 * results replace the list; then further typing changes the search.
 */
export function SearchBox() {
  const { t } = useTranslation('explorer');
  const { path, address } = usePlace();
  const { filter, setFilter } = useListing();
  const search = explorerSearchOf(useSearch({ strict: false }));
  const q = search.q ?? '';
  const [typed, setTyped] = useState(q);
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  // Adopts words that changed in the address by other means, such as Back.
  const [shown, setShown] = useState(q);
  if (shown !== q) {
    setShown(q);
    if (typed.trim() !== q) setTyped(q);
  }
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const words = q === '' ? filter.words : typed;

  function find(wanted: string, scope: SearchScope | undefined, isFinal: boolean): void {
    window.clearTimeout(timer.current);
    const next = wanted.trim();
    if (!isLong(next) && next !== '') return;
    if (isFinal && next !== '') addSearch(next);
    const { q: _, filter: __, scope: before, ...rest } = search;
    const asked = { ...rest, ...((scope ?? before) && { scope: scope ?? before }) };
    // Replaces the history entry while the user types, so that each search is one step of Back.
    if (next === '') address.show(rest);
    else address.show({ ...asked, q: next }, { replace: q !== '' });
  }

  function searchIn(scope: SearchScope, wanted = words): void {
    setIsOpen(false);
    setTyped(wanted);
    find(wanted, scope, true);
  }

  function type(next: string): void {
    setIsOpen(true);
    if (q === '') {
      setFilter({ ...filter, words: next });
      return;
    }
    setTyped(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(find, TYPING_PAUSE_MS, next, undefined, false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && q !== '') find(typed, undefined, true);
    else if (event.key === 'Enter' && isLong(words)) searchIn('global');
    else if (event.key === 'Escape' && words === '' && isOpen) setIsOpen(false);
    else if (event.key === 'Escape' && q !== '') find('', undefined, true);
    else if (event.key === 'Escape' && words !== '') setFilter({ ...filter, words: '' });
    else return;
    event.preventDefault();
  }

  function onBlur(event: FocusEvent<HTMLElement>): void {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setIsOpen(false);
    if (q !== '' && isLong(typed)) addSearch(typed.trim());
  }

  return (
    <search
      className="relative min-w-0 max-md:flex-1 md:w-52 xl:w-72"
      onFocus={() => setIsOpen(true)}
      onBlur={onBlur}
    >
      <TextField
        type="search"
        label={t('search.label')}
        isLabelHidden
        placeholder={t('search.hint')}
        icon={<Search />}
        value={words}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isOpen && q === '' && (
        <SearchSuggestions
          words={isLong(words) ? words : ''}
          hasHistory={words === ''}
          scopes={path === '/' ? ['global'] : ['global', 'directory']}
          onSearch={searchIn}
        />
      )}
    </search>
  );
}
