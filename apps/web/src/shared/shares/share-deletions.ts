import type { Client } from '@satchel/api-client';
import { showToast } from '@satchel/ui/feedback/toast-store';
import type { QueryKey } from '@tanstack/react-query';
import i18next from 'i18next';
import { client } from '#shared/api/client.ts';
import { keepaliveClient } from '#shared/api/keepalive-client.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import {
  canOutliveThePage,
  createUndoableDeletions,
  type Deletion,
  deleteInBatches,
  type UndoableDeletions,
} from '#shared/undo/undoable-deletions.ts';

/** Maximum number of ids per call (CONTRACT F4). */
const MAX_IDS = 1000;

export interface ShareDeletionCalls {
  readonly send: (
    client: Client,
    ids: string[],
  ) => Promise<{ readonly failed: readonly unknown[] }>;
  /** Query key of the lists. */
  readonly lists: QueryKey;
}

/** Undoable deletions of text shares or of file shares. */
export function createShareDeletions({ send, lists }: ShareDeletionCalls): UndoableDeletions {
  return createUndoableDeletions(async ({ ids }) => {
    const sender = canOutliveThePage(ids) ? keepaliveClient : client;
    try {
      const failed = await deleteInBatches(ids, MAX_IDS, (some) => send(sender, some));
      const count = failed.length;
      if (count > 0) showToast('error', i18next.t('share-lists:deleteFailed', { count }));
    } catch (error) {
      showErrorToast(error);
    }
    await queryClient.invalidateQueries({ queryKey: lists }).catch(() => undefined);
  });
}

/** Scope of a list. Its total subtracts only deletions made in the same scope. */
export function scopeOf({ words, state }: { words: string; state: string | undefined }): string {
  return `${words}\n${state ?? ''}`;
}

/** A page of a list without the rows of pending deletions. */
export function withoutPending<Row extends { id: string }>(
  page: { rows: readonly Row[]; total: number },
  pending: readonly Deletion[],
  scope: string,
): { rows: readonly Row[]; total: number } {
  const hidden = new Set(pending.flatMap(({ ids }) => ids));
  const fromHere = pending.filter((deletion) => deletion.scope === scope);
  const gone = fromHere.reduce((sum, { ids }) => sum + ids.length, 0);
  return {
    rows: page.rows.filter(({ id }) => !hidden.has(id)),
    total: Math.max(0, page.total - gone),
  };
}
