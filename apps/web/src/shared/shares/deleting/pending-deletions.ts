/** How many rows went, and which did not (CONTRACT F4). */
export interface DeletionResult {
  success: number;
  failed: readonly unknown[];
}

/** Rows that are gone from the list, and not yet from the server. */
export interface PendingDeletion {
  /** Which list they were deleted from: see `scopeOf`. */
  readonly scope: string;
  readonly ids: readonly string[];
}

export interface PendingDeletions {
  getPending(): readonly PendingDeletion[];
  subscribe(listener: () => void): () => void;
  /**
   * Takes rows out of the list. They are deleted by `commit`, and come back by `undo`; whichever comes
   * first holds.
   */
  begin(scope: string, ids: readonly string[]): { undo(): void; commit(): void };
  /** Deletes all that is pending, now: the page goes, or the right to delete. Resolves when all is done. */
  commitAll(): Promise<void>;
}

export interface DeletionCalls {
  /** Sends a call that also arrives where the tab is closed meanwhile. */
  send: (ids: string[]) => Promise<DeletionResult>;
  /** Fetches the lists again; the rows stay hidden until then. */
  refresh: () => Promise<unknown>;
  onResult: (result: DeletionResult) => void;
  onError: (error: unknown) => void;
}

/** Deletions that can be undone for a while. */
export function createPendingDeletions(calls: DeletionCalls): PendingDeletions {
  let pending: readonly PendingDeletion[] = [];
  const commits = new Map<PendingDeletion, () => void>();
  const running = new Set<Promise<void>>();
  const listeners = new Set<() => void>();

  function publish(next: readonly PendingDeletion[]): void {
    pending = next;
    for (const listener of listeners) listener();
  }

  async function deleteNow(deletion: PendingDeletion): Promise<void> {
    try {
      calls.onResult(await calls.send([...deletion.ids]));
    } catch (error) {
      calls.onError(error);
    }
    await calls.refresh().catch(() => undefined);
    publish(pending.filter((other) => other !== deletion));
  }

  return {
    getPending: () => pending,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin(scope, ids) {
      const deletion = { scope, ids };
      const commit = () => {
        if (!commits.delete(deletion)) return;
        const run = deleteNow(deletion).finally(() => running.delete(run));
        running.add(run);
      };
      commits.set(deletion, commit);
      publish([...pending, deletion]);
      return {
        commit,
        undo() {
          if (commits.delete(deletion)) publish(pending.filter((other) => other !== deletion));
        },
      };
    },
    async commitAll() {
      for (const commit of [...commits.values()]) commit();
      await Promise.all(running);
    },
  };
}

/** Scope of a list. Its total subtracts only deletions made in the same scope. */
export function scopeOf({ words, state }: { words: string; state: string | undefined }): string {
  return `${words}\n${state ?? ''}`;
}

/** A page of a list without the rows that are being deleted. */
export function withoutPending<Row extends { id: string }>(
  page: { rows: readonly Row[] | undefined; total: number },
  pending: readonly PendingDeletion[],
  scope: string,
): { rows: readonly Row[] | undefined; total: number } {
  const hidden = new Set(pending.flatMap(({ ids }) => ids));
  const fromHere = pending.filter((deletion) => deletion.scope === scope);
  const gone = fromHere.reduce((sum, { ids }) => sum + ids.length, 0);
  return {
    rows: page.rows?.filter(({ id }) => !hidden.has(id)),
    total: Math.max(0, page.total - gone),
  };
}
