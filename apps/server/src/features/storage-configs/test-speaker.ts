import type { Language } from '@satchel/api-client/messages';
import { type ServerSentence, serverMessage } from '@satchel/api-client/server-messages';
import type { StorageFailure } from '#object-store/diagnosis/storage-failure.ts';

type Sentence =
  Extract<ServerSentence, `storage_test.${string}`> extends `storage_test.${infer Name}`
    ? Name
    : never;

type Details = Readonly<Record<string, string | number>>;

/** Result of a check: `note` explains the result, or how to fix the `error`. */
export interface Finding {
  readonly success: boolean;
  readonly error: string | null;
  readonly note: string;
  /** Whether nothing was checked, because an earlier check failed. */
  readonly skipped?: boolean | undefined;
}

/** Describes results in the caller's language. */
export type Speaker = ReturnType<typeof createSpeaker>;

/** @param details of the whole test, such as the bucket's name */
export function createSpeaker(language: Language, details: Details) {
  const say = (sentence: Sentence, more: Details = {}) =>
    serverMessage(`storage_test.${sentence}`, language, { ...details, ...more });
  return {
    say,
    passed: (note: Sentence) => ({ success: true, error: null, note: say(note) }),
    failed: (error: Sentence, note: Sentence, more?: Details) => ({
      success: false,
      error: say(error, more),
      note: say(note, more),
    }),
    skipped: () => ({
      success: false,
      error: say('skipped'),
      note: say('skippedNote'),
      skipped: true,
    }),
    failedBy: ({ problem, code }: StorageFailure) => ({
      success: false,
      error: say(`problem.${problem}`, { code }),
      note: say(`mend.${problem}`, { code }),
    }),
  };
}
