import { showToast } from '@satchel/ui/toast-store';
import { errorSentence } from './error-sentence.ts';

export function showErrorToast(error: unknown): void {
  showToast('error', errorSentence(error));
}
