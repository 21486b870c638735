import { createAtom, useSelector } from '@tanstack/react-store';

/** Choice for an item whose name is taken. */
export type ConflictChoice = 'overwrite' | 'keep_both' | 'skip';

export interface ConflictQuestion {
  /** Path of both the existing and the new item. */
  readonly path: string;
  readonly existing: {
    readonly isDirectory: boolean;
    readonly size: number | null;
    /** ISO 8601. */
    readonly modified: string;
  };
  readonly incoming: { readonly size: number | null; readonly modifiedMs?: number };
  readonly choices: readonly ConflictChoice[];
  /** How many more there are in the same task. */
  readonly left: number;
}

export interface ConflictAnswer {
  readonly choice: ConflictChoice;
  readonly isForAll: boolean;
}

interface Asked {
  readonly question: ConflictQuestion;
  answer: (answer: ConflictAnswer) => void;
}

const questions = createAtom<readonly Asked[]>([]);

/** Asks, on whatever page, what is to be done; one question after the other. Rejects with the signal. */
export function askAboutConflict(
  question: ConflictQuestion,
  signal: AbortSignal,
): Promise<ConflictAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const withdraw = () => {
      questions.set((asked) => asked.filter((each) => each !== own));
      signal.removeEventListener('abort', giveUp);
    };
    const giveUp = () => {
      withdraw();
      reject(signal.reason);
    };
    const own: Asked = {
      question,
      answer(given) {
        withdraw();
        resolve(given);
      },
    };
    signal.addEventListener('abort', giveUp);
    questions.set((asked) => [...asked, own]);
  });
}

/** The question that is to be answered now. */
export function useConflict(): Asked | undefined {
  return useSelector(questions, ([first]) => first);
}
