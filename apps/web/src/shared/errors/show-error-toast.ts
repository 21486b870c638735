import { showToast } from '@satchel/ui/toast-store';
import i18next from 'i18next';
import { whenIdle } from '#shared/loading/when-idle.ts';

/** How long a page is left alone before they are loaded. */
const QUIET_MS = 500;

/** The sentences of all errors, which no page needs to be shown. */
const loadSentences = () => import('./sentence-of.ts');

// Loaded while there is a network: without one they are needed most.
whenIdle(() => void loadSentences().catch(() => undefined), QUIET_MS);

export function showErrorToast(error: unknown): void {
  void loadSentences()
    .then(
      ({ sentenceOf }) => sentenceOf(error),
      () => i18next.t('shell:errors.unexpected'),
    )
    .then((sentence) => showToast('error', sentence));
}
