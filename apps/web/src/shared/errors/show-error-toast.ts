import { showToast } from '@satchel/ui/toast-store';
import i18next from 'i18next';
import { afterPaint } from '#shared/loading/after-paint.ts';

/** The sentences of all errors, which no page needs to be shown. */
const loadSentences = () => import('./sentence-of.ts');

// Loaded while there is a network: without one they are needed most.
void afterPaint()
  .then(loadSentences)
  .catch(() => undefined);

export function showErrorToast(error: unknown): void {
  void loadSentences()
    .then(
      ({ sentenceOf }) => sentenceOf(error),
      () => i18next.t('shell:errors.unexpected'),
    )
    .then((sentence) => showToast('error', sentence));
}
