import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 300;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set for navigation beside a search box: keeps the typed text and searches for it. */
    keepsTyped?: boolean;
  }
}

export interface TypedWords {
  /** Text in the search box. */
  typed: string;
  /** Searches after a pause in typing. */
  setTyped: (typed: string) => void;
  /** Searches now. */
  submit: () => void;
}

/**
 * A box whose text stands in the address, such as the search of a list: typing changes the address once,
 * after a pause; the address, changed by anything else, changes the box. So a search does not come back
 * after somebody has left it, and is not lost by a filter that is chosen before the pause is over.
 *
 * @param readWords the text in search parameters; the same function at each render
 * @param onSearch navigates, with `keepsTyped` in the history's state
 */
export function useTypedWords(
  words: string,
  readWords: (search: unknown) => string,
  onSearch: (words: string) => void,
): TypedWords {
  const router = useRouter();
  const [typed, setTyped] = useState(words);
  const timer = useRef<number | undefined>(undefined);

  const stop = () => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
  };
  const search = (text: string) => {
    stop();
    if (text !== words) onSearch(text);
  };

  useEffect(() => {
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      if (toLocation.state.keepsTyped && timer.current !== undefined) return;
      stop();
      setTyped(readWords(toLocation.search));
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [router, readWords]);

  return {
    typed,
    setTyped(text) {
      setTyped(text);
      stop();
      timer.current = window.setTimeout(search, TYPING_PAUSE_MS, text);
    },
    submit: () => search(typed),
  };
}
