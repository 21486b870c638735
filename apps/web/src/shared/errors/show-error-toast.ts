import { showToast } from '@satchel/ui/feedback/toast-store';
import { sentenceOf } from './sentence-of.ts';

export function showErrorToast(error: unknown): void {
  showToast('error', sentenceOf(error));
}
