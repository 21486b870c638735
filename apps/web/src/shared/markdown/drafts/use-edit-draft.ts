import { useState } from 'react';
import { readDraft, removeDraft } from './draft-store.ts';
import { type Draft, useKeeper, useLongDraft } from './use-draft.ts';

export interface EditDraft extends Omit<Draft, 'clearSent'> {
  /** Whether the text comes from an earlier edit that was not saved. */
  isRestored: boolean;
  /** Removes the draft of a text that was saved or discarded, and leaves the one of another tab. */
  clearSaved: (sent: string) => void;
}

/**
 * State of a text during an edit. Unsaved changes survive the tab. The caller removes the draft by
 * `clearSaved` when it has saved or discarded the text.
 */
export function useEditDraft(name: string, saved: string): EditDraft {
  const [text, setText] = useState(() => readDraft(name) || saved);
  const [isRestored, setRestored] = useState(text !== saved);
  const { isKept, save } = useKeeper(name, text === saved ? '' : text);

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
    clearSaved(sent) {
      // Stores the latest text first, so that no older one stays that differs from the sent one.
      void save().then(() => removeDraft(name, sent));
    },
  };
}
