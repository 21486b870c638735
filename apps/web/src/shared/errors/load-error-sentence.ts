import i18next from 'i18next';

/** Loads `errorSentence` when needed, because its sentences do not fit into the first page's 150 kB. */
export async function loadErrorSentence(error: unknown): Promise<string> {
  try {
    const { errorSentence } = await import('./error-sentence.ts');
    return errorSentence(error);
  } catch {
    // If even the sentences cannot be loaded, the network is most likely what failed in the first place.
    return i18next.t('shell:errors.network');
  }
}
