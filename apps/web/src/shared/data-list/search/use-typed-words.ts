import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 300;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set for navigation by other controls: keeps the typed text and searches for it. */
    keepsTyped?: boolean;
  }
}

export interface TypedWords {
  /** Text in the search box. */
  typed: string;
  /** Sets the text, and searches after a pause in typing. */
  setTyped: (typed: string) => void;
  /** Searches immediately. */
  submit: () => void;
}

/**
 * Text box whose text is also in the address, such as the search of a list. Typing changes the address once,
 * after a pause. Any other change of the address changes the box. So a search does not reappear after the
 * user has left it, and a filter chosen during the pause does not lose it.
 *
 * @param readWords reads the text from search parameters; the same function at each render
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
