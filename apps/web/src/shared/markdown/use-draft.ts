import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from './draft-store.ts';

const SAVE_DELAY_MS = 400;

export interface Draft {
  text: string;
  setText: (text: string) => void;
  /** Whether the text as shown is stored. */
  isKept: boolean;
}

/** A text that survives a reload, stored under a name; without a name it is not stored. */
export function useDraft(name: string): Draft {
  const [text, setText] = useState(() => readDraft(name));
  const [isKept, setIsKept] = useState(false);
  const latest = useRef(text);
  latest.current = text;

  useEffect(() => {
    setIsKept(false);
    const timer = setTimeout(() => setIsKept(writeDraft(name, text) && text !== ''), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [name, text]);

  useEffect(() => {
    // Stores what was typed last if the tab is closed before the delay is over.
    const save = () => writeDraft(name, latest.current);
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [name]);

  return { text, setText, isKept };
}
