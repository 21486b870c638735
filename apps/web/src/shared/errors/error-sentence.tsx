import { lazyPart } from '#shared/loading/lazy-part.tsx';

/** What `sentenceOf` says, on a page that does not load the sentences of all errors to be shown. */
export const ErrorSentence = lazyPart<{ error: unknown }>(() =>
  import('./sentence-of.ts').then(
    ({ sentenceOf }) =>
      ({ error }) =>
        sentenceOf(error),
  ),
);
