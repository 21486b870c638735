import i18next from 'i18next';

/** `errorSentence` for the first page, which leaves the catalogue of sentences out of its 150 kB. */
export async function loadErrorSentence(error: unknown): Promise<string> {
  try {
    const { errorSentence } = await import('./error-sentence.ts');
    return errorSentence(error);
  } catch {
    // What could not be loaded is most likely what failed before: the network.
    return i18next.t('shell:errors.network');
  }
}
