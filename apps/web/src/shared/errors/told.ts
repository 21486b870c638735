import { showToast } from '@satchel/ui/feedback/toast-store';
import { showErrorToast } from './show-error-toast.ts';

/** Callbacks of a mutation that tell its success in a sentence, or its error. */
export const told = (sentence: string) => ({
  onSuccess: () => showToast('success', sentence),
  onError: showErrorToast,
});
