import { useEffect, useState } from 'react';

/** Minimum length of a search (SPEC 5). */
const MIN_SEARCH_LENGTH = 2;
const TYPING_PAUSE_MS = 200;

/**
 * Words to search for: the typed text after a short pause, so that not every letter sends a request.
 *
 * @returns '' while the text is too short
 */
export function useSearchWords(query: string): string {
  const typed = query.trim();
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [...settled].length >= MIN_SEARCH_LENGTH ? settled : '';
}
