import { Button } from '@satchel/ui/actions/button';
import { TextField } from '@satchel/ui/forms/text-field';
import { useSearch } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { History, Search } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlace } from '../explorer-context.ts';
import { explorerSearchOf } from '../explorer-search.ts';
import { addSearch, clearSearches, searchHistory } from './search-history.ts';
import { SEARCH_MIN_LENGTH } from './search-options.ts';

const TYPING_PAUSE_MS = 350;

/** Searches for files by name, from two characters on. The results replace the list. */
export function SearchBox() {
  const { t } = useTranslation('explorer');
  const { address } = usePlace();
  const search = explorerSearchOf(useSearch({ strict: false }));
  const q = search.q ?? '';
  const [typed, setTyped] = useState(q);
  const [isOpen, setIsOpen] = useState(false);
  const history = useSelector(searchHistory);
  const timer = useRef<number | undefined>(undefined);
  // Adopts words that changed in the address by other means, such as Back.
  const [shown, setShown] = useState(q);
  if (shown !== q) {
    setShown(q);
    if (typed.trim() !== q) setTyped(q);
  }
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function find(words: string, isFinal: boolean): void {
    window.clearTimeout(timer.current);
    const next = words.trim();
    const isSearch = [...next].length >= SEARCH_MIN_LENGTH;
    if (!isSearch && next !== '') return;
    if (isFinal && isSearch) addSearch(next);
    if (next === q) return;
    const { q: _, ...rest } = search;
    // Replaces the history entry while the user types, so that each search is one step of Back.
    address.show(isSearch ? { ...rest, q: next } : rest, { replace: q !== '' && isSearch });
  }

  function type(words: string): void {
    setTyped(words);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(find, TYPING_PAUSE_MS, words, false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') find(typed, true);
    else if (event.key === 'Escape' && isOpen && typed === '') setIsOpen(false);
    else if (event.key === 'Escape' && typed !== '') {
      setTyped('');
      find('', true);
    } else return;
    event.preventDefault();
  }

  function onBlur(event: FocusEvent<HTMLElement>): void {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setIsOpen(false);
    if ([...typed.trim()].length >= SEARCH_MIN_LENGTH) addSearch(typed.trim());
  }

  return (
    <search
      className="relative ml-auto w-full sm:w-64"
      onFocus={() => setIsOpen(true)}
      onBlur={onBlur}
    >
      <TextField
        type="search"
        label={t('search.label')}
        isLabelHidden
        placeholder={t('search.hint')}
        icon={<Search />}
        value={typed}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isOpen && typed === '' && history.length > 0 && (
        <div className="absolute inset-x-0 top-full z-30 mt-1 rounded-lg border border-line bg-raised p-1 shadow-md">
          <div className="flex items-center px-2 text-caption text-ink-muted">
            <span className="mr-auto">{t('search.recent')}</span>
            <Button size="small" variant="quiet" onClick={clearSearches}>
              {t('search.forget')}
            </Button>
          </div>
          <ul>
            {history.map((words) => (
              <li key={words}>
                <button
                  type="button"
                  className="touch-target flex h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-sm hover:bg-hover"
                  onClick={() => {
                    setTyped(words);
                    setIsOpen(false);
                    find(words, true);
                  }}
                >
                  <History aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
                  <span className="truncate">{words}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}
