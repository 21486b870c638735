import { useState } from 'react';
import { readDraft } from './draft-store.ts';
import { type Draft, useKeeper, useLongDraft } from './use-draft.ts';

export interface EditDraft extends Omit<Draft, 'clearSent'> {
  /** Whether the text comes from an edit that was not saved. */
  isRestored: boolean;
}

/**
 * A text that is being edited: where it differs from the saved one it survives the tab. Who saves or
 * discards it forgets the draft by `writeDraft(name, '')`.
 */
export function useEditDraft(name: string, saved: string): EditDraft {
  const [text, setText] = useState(() => readDraft(name) || saved);
  const [isRestored, setRestored] = useState(text !== saved);
  const isKept = useKeeper(name, text === saved ? '' : text);

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
