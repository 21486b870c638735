import { showToast } from '@satchel/ui/feedback/toast-store';
import { showErrorToast } from './show-error-toast.ts';

/** Callbacks of a mutation that show a toast: the sentence on success, or the error. */
export const resultToasts = (sentence: string) => ({
  onSuccess: () => showToast('success', sentence),
  onError: showErrorToast,
});
