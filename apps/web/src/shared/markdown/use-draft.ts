import { useEffect, useRef, useState } from 'react';
import { readDraft, readLongDraft, writeDraft } from './draft-store.ts';

const SAVE_DELAY_MS = 400;

export interface Draft {
  text: string;
  setText: (text: string) => void;
  /** Whether the text as shown is stored. */
  isKept: boolean;
}

/** A text that survives a reload, stored under a name. */
export function useDraft(name: string): Draft {
  const [text, setText] = useState(() => readDraft(name));
  const isKept = useKeeper(name, text);
  const latest = useRef(text);
  latest.current = text;

  useLongDraft(name, (long) => {
    // What was typed in the moment before it was there stays, below it.
    setText((typed) => (typed === '' ? long : `${long}\n${typed}`));
  });
  useEffect(() => () => void writeDraft(name, latest.current), [name]);

  return { text, setText, isKept };
}

/** Stores a text shortly after each change, and what was typed last when the tab is closed. */
export function useKeeper(name: string, text: string): boolean {
  const [isKept, setIsKept] = useState(false);
  const latest = useRef(text);
  latest.current = text;

  useEffect(() => {
    let isCurrent = true;
    setIsKept(false);
    const tell = (isStored: boolean) => isCurrent && setIsKept(isStored && text !== '');
    const timer = setTimeout(() => void writeDraft(name, text).then(tell), SAVE_DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [name, text]);

  useEffect(() => {
    const save = () => void writeDraft(name, latest.current);
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [name]);

  return isKept;
}

/** Calls back with a draft that was too long to be there at once. */
export function useLongDraft(name: string, onText: (text: string) => void): void {
  const take = useRef(onText);
  take.current = onText;
  useEffect(() => {
    let isCurrent = true;
    void readLongDraft(name).then((long) => {
      if (isCurrent && long !== '') take.current(long);
    });
    return () => {
      isCurrent = false;
    };
  }, [name]);
}
