import type { TextSelection } from './editing-commands.ts';

/** One edit of a text: what was from `from` to `to` became `insert`, `at` milliseconds of the clock. */
export interface TypedChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly at: number;
}

/**
 * State of the plain field for the editor that replaces it: the first text, each change (for undo), caret and
 * scroll position.
 */
export interface TypingRecord {
  readonly initialText: string;
  readonly changes: readonly TypedChange[];
  readonly selection: TextSelection;
  readonly hasFocus: boolean;
  readonly scrollTop: number;
}

/** The one change that makes `after` of `before`; nothing where they are the same. */
export function changeBetween(
  before: string,
  after: string,
): Pick<TypedChange, 'from' | 'to' | 'insert'> | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  return {
    from: start,
    to: before.length - end,
    insert: after.slice(start, after.length - end),
  };
}
