import { dismissToast, showToast } from '@satchel/ui/toast-store';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { beforeLogOut } from '#shared/session/log-out.ts';
import type { ManagedShare } from '../listing/managed-share.ts';
import type { PendingDeletion, PendingDeletions } from './pending-deletions.ts';

type DeletedShare = Pick<ManagedShare, 'id' | 'isInPlace'>;

export interface UndoableDeletion {
  pending: readonly PendingDeletion[];
  /** Takes rows out of the list, and deletes them when the toast that offers Undo goes. */
  remove: (scope: string, shares: readonly DeletedShare[]) => void;
}

let toastCount = 0;
const openToasts = new Set<string>();

/**
 * Deletion with undo. What is pending is deleted at once when the page is left, when the tab is closed,
 * and before a log-out.
 */
export function useUndoableDeletion(deletions: PendingDeletions): UndoableDeletion {
  const { t } = useTranslation(['share-lists']);
  const pending = useSyncExternalStore(deletions.subscribe, deletions.getPending);

  useEffect(() => {
    const commitAll = () => void deletions.commitAll();
    const stop = beforeLogOut(deletions.commitAll);
    window.addEventListener('pagehide', commitAll);
    return () => {
      stop();
      window.removeEventListener('pagehide', commitAll);
      commitAll();
      for (const id of openToasts) dismissToast(id);
    };
  }, [deletions]);

  return {
    pending,
    remove(scope, shares) {
      const deletion = deletions.begin(
        scope,
        shares.map(({ id }) => id),
      );
      toastCount += 1;
      const id = `deletion ${toastCount}`;
      openToasts.add(id);
      const deleted = t('deleted', { count: shares.length });
      const filesStay = shares.some(({ isInPlace }) => isInPlace);
      showToast('info', filesStay ? `${deleted} ${t('filesStay')}` : deleted, {
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
