import { useState } from 'react';
import { readDraft } from './draft-store.ts';
import { type Draft, useKeeper, useLongDraft } from './use-draft.ts';

export interface EditDraft extends Omit<Draft, 'clearSent'> {
  /** Whether the text comes from an earlier edit that was not saved. */
  isRestored: boolean;
}

/**
 * State of a text during an edit. Unsaved changes survive the tab. The caller removes the draft by
 * `writeDraft(name, '')` when it saves or discards the text.
 */
export function useEditDraft(name: string, saved: string): EditDraft {
  const [text, setText] = useState(() => readDraft(name) || saved);
  const [isRestored, setRestored] = useState(text !== saved);
  const { isKept } = useKeeper(name, text === saved ? '' : text);

  useLongDraft(name, (long) => {
    setText(long);
    setRestored(long !== saved);
  });

  return {
    text,
    setText(changed) {
      setText(changed);
      if (changed === saved) setRestored(false);
    },
    isKept,
    isRestored,
  };
}
