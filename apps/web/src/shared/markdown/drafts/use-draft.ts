import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { subscribeToSession } from '#shared/session/session-store.ts';
import { readDraft, readLongDraft, removeDraft, replaceDraft } from './draft-store.ts';

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
  const { isKept, save, forget } = useKeeper(name, text);

  useLongDraft(name, (long) => {
    // Keeps text that was typed before the draft arrived, below the draft.
    setText((typed) => (typed === '' ? long : `${long}\n${typed}`));
  });
  useEffect(() => () => void save(), [save]);

  function clearSent(sent: string): void {
    forget(sent);
    setText((shown) => (shown === sent ? '' : shown));
  }
  return { text, setText, isKept, clearSent };
}

interface Keeper {
  /** Whether the text is stored. */
  isKept: boolean;
  /** Stores the text now. Resolves to whether it is stored. */
  save: () => Promise<boolean>;
  /** Removes a stored text, unless it has changed in the meantime. */
  forget: (text: string) => void;
}

/** Stores a text shortly after each change, when the session ends by itself, and before the tab closes. */
export function useKeeper(name: string, text: string): Keeper {
  const [isKept, setIsKept] = useState(false);
  const latest = useRef(text);
  latest.current = text;
  /** Text that this tab has read or stored last. */
  const stored = useRef(text);

  const save = useCallback(async () => {
    const next = latest.current;
    // A tab without changes would replace what another tab has stored.
    if (next === stored.current) return true;
    const before = stored.current;
    stored.current = next;
    const isStored = await replaceDraft(name, next, before);
    // Tries again on the next occasion.
    if (!isStored && stored.current === next) stored.current = before;
    return isStored;
  }, [name]);

  function forget(sent: string): void {
    // At once, because the page may be left before it renders again, and then stores the text once more.
    if (latest.current === sent) latest.current = '';
    if (stored.current === sent) stored.current = '';
    void removeDraft(name, sent);
  }

  useEffect(() => {
    let isCurrent = true;
    setIsKept(false);
    const tell = (isStored: boolean) => isCurrent && setIsKept(isStored && text !== '');
    const timer = setTimeout(() => void save().then(tell), SAVE_DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [save, text]);

  useEffect(() => {
    const keep = () => void save();
    const stop = subscribeToSession((_session, reason) => {
      // A log-out by the user removes drafts of edits.
      if (reason !== null && reason !== 'logout') keep();
    });
    window.addEventListener('pagehide', keep);
    return () => {
      stop();
      window.removeEventListener('pagehide', keep);
    };
  }, [save]);

  return { isKept, save, forget };
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
