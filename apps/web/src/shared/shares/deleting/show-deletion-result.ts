import { showToast } from '@satchel/ui/toast-store';
import i18next from 'i18next';
import type { DeletionResult } from './pending-deletions.ts';

/** Says what could not be deleted; that the rest is gone the list has said already. */
export function showDeletionResult({ failed }: DeletionResult): void {
  if (failed.length === 0) return;
  showToast('error', i18next.t('share-lists:deleteFailed', { count: failed.length }));
}
