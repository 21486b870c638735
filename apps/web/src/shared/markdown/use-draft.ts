import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from './draft-store.ts';

const SAVE_DELAY_MS = 400;

export interface Draft {
  text: string;
  setText: (text: string) => void;
  /** Whether what is shown is also kept. */
  isKept: boolean;
}

/** Text that survives a reload. Without a name it is kept nowhere. */
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
    // What was typed last, when the tab closes within the delay.
    const save = () => writeDraft(name, latest.current);
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [name]);

  return { text, setText, isKept };
}
