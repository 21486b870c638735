import { createContext, use } from 'react';

/** Words of controls that many components have. */
export interface Words {
  close: string;
  cancel: string;
  showPassword: string;
  hidePassword: string;
  /** Error of a required field that is empty. */
  fillIn: string;
}

/** Gives the words to all components below it, so that an app says each once. */
export const WordsContext = createContext<Words | null>(null);

export function useWords(): Words {
  const words = use(WordsContext);
  if (!words) throw new Error('WordsContext has no value above this component');
  return words;
}
