import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readDraft, readLongDraft, writeDraft } from './draft-store.ts';

const SAVE_DELAY_MS = 400;

export interface Draft {
  text: string;
  setText: (text: string) => void;
  /** Whether the current text is stored. */
  isKept: boolean;
  /**
   * Clears the draft after its text was sent, unless it has changed in the meantime. Works after unmounting.
   */
  clearSent: (sent: string) => void;
}

/** Text that survives a reload, stored under a name. */
export function useDraft(name: string): Draft {
  const [text, setText] = useState(() => readDraft(name));
  const isKept = useKeeper(name, text);
  const latest = useRef(text);
  latest.current = text;

  useLongDraft(name, (long) => {
    // Keeps text that was typed before the draft arrived, below the draft.
    setText((typed) => (typed === '' ? long : `${long}\n${typed}`));
  });
  useEffect(() => () => void writeDraft(name, latest.current), [name]);

  function clearSent(sent: string): void {
    // At once, because the page may be left before it renders again, and then stores the text once more.
    if (latest.current === sent) latest.current = '';
    setText((shown) => (shown === sent ? '' : shown));
    void clearStored(name, sent);
  }
  return { text, setText, isKept, clearSent };
}

async function clearStored(name: string, sent: string): Promise<void> {
  const stored = readDraft(name) || (await readLongDraft(name));
  if (stored === sent) await writeDraft(name, '');
}

/** Stores a text shortly after each change, and before the tab closes. Returns whether it is stored. */
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

/** Calls back with a draft that is too long for localStorage, and so loads later. */
export function useLongDraft(name: string, onText: (text: string) => void): void {
  const take = useEffectEvent(onText);
  useEffect(() => {
    let isCurrent = true;
    void readLongDraft(name).then((long) => {
      if (isCurrent && long !== '') take(long);
    });
    return () => {
      isCurrent = false;
    };
  }, [name]);
}
