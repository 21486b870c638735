import { dismissToast, showToast } from '@satchel/ui/toast-store';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingDeletion, PendingDeletions } from './pending-deletions.ts';

export interface UndoableDeletion {
  pending: readonly PendingDeletion[];
  /** Takes rows out of the list, and deletes them when the toast that offers Undo goes. */
  remove: (scope: string, ids: readonly string[]) => void;
}

let toastCount = 0;
const openToasts = new Set<string>();

/**
 * Deletion with undo. What is pending is deleted at once when the page is left, and when the tab is
 * closed.
 */
export function useUndoableDeletion(deletions: PendingDeletions): UndoableDeletion {
  const { t } = useTranslation(['share-lists']);
  const pending = useSyncExternalStore(deletions.subscribe, deletions.getPending);

  useEffect(() => {
    window.addEventListener('pagehide', deletions.commitAll);
    return () => {
      window.removeEventListener('pagehide', deletions.commitAll);
      deletions.commitAll();
      for (const id of openToasts) dismissToast(id);
    };
  }, [deletions]);

  return {
    pending,
    remove(scope, ids) {
      const deletion = deletions.begin(scope, ids);
      toastCount += 1;
      const id = `deletion ${toastCount}`;
      openToasts.add(id);
      showToast('info', t('deleted', { count: ids.length }), {
        id,
        action: { label: t('undo'), onAction: deletion.undo },
        onClose() {
          openToasts.delete(id);
          deletion.commit();
        },
      });
    },
  };
}
