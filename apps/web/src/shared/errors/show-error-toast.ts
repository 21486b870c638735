import { isApiError } from '@satchel/api-client/api-error';
import { dismissToast, showToast } from '@satchel/ui/feedback/toast-store';
import { getSession } from '#shared/session/session-store.ts';
import { sentenceOf } from './sentence-of.ts';

/** Times at which errors were shown, by the ids of their toasts. */
const shown = new Map<string, number>();

export function showErrorToast(error: unknown): void {
  // A toast tells already that the session has ended.
  if (getSession().kind === 'none' && isApiError(error, 'auth.invalid')) return;
  shown.set(showToast('error', sentenceOf(error)), Date.now());
}

/** Dismisses the errors that were shown before a time, because the user has left their page. */
export function dismissErrorToasts(beforeMs: number): void {
  for (const [id, shownAtMs] of shown) {
    if (shownAtMs >= beforeMs) continue;
    shown.delete(id);
    dismissToast(id);
  }
}
