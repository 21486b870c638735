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
}

/** Asks the user, on any page, what to do with an item. Rejects when the signal aborts. */
export type AskAboutConflict = (
  question: ConflictQuestion,
  signal: AbortSignal,
) => Promise<ConflictChoice>;

/** Answer of one task for all of its items; null while there is none. */
interface ForAll {
  choice: ConflictChoice | null;
}

interface Asked {
  readonly question: ConflictQuestion;
  readonly forAll: ForAll;
  readonly answer: (choice: ConflictChoice) => void;
}

const questions = createAtom<readonly Asked[]>([]);

/**
 * Creates the function with which one task asks. Its questions appear one after another. An answer for all
 * items also answers pending and later questions that offer the same choice.
 */
export function createConflictAsker(): AskAboutConflict {
  const forAll: ForAll = { choice: null };
  return async (question, signal) => {
    signal.throwIfAborted();
    const { choice } = forAll;
    if (choice !== null && question.choices.includes(choice)) return choice;
    return ask(question, forAll, signal);
  };
}

function ask(
  question: ConflictQuestion,
  forAll: ForAll,
  signal: AbortSignal,
): Promise<ConflictChoice> {
  return new Promise((resolve, reject) => {
    const withdraw = () => {
      questions.set((asked) => asked.filter((each) => each !== own));
      signal.removeEventListener('abort', giveUp);
    };
    const giveUp = () => {
      withdraw();
      reject(signal.reason);
    };
    const own: Asked = {
      ...{ question, forAll },
      answer(choice) {
        withdraw();
        resolve(choice);
      },
    };
    signal.addEventListener('abort', giveUp);
    questions.set((asked) => [...asked, own]);
  });
}

export interface OpenConflict {
  readonly question: ConflictQuestion;
  /** Number of further questions of the same task. */
  readonly left: number;
  answer(choice: ConflictChoice, options: { readonly isForAll: boolean }): void;
}

/** The question to show now. */
export function openConflict(asked = questions.get()): OpenConflict | undefined {
  const [first] = asked;
  if (!first) return undefined;
  const others = asked.filter((each) => each !== first && each.forAll === first.forAll);
  return {
    question: first.question,
    left: others.length,
    answer(choice, { isForAll }) {
      if (isForAll) first.forAll.choice = choice;
      const same = isForAll
        ? others.filter(({ question }) => question.choices.includes(choice))
        : [];
      for (const each of [first, ...same]) each.answer(choice);
    },
  };
}

export function useConflict(): OpenConflict | undefined {
  return openConflict(useSelector(questions));
}
