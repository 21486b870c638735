import type { Clock } from '#clock';
import type { ChangeFeed } from '#database/change-feed.ts';

/** A lost message of the feed is made good after this. */
const MEMORY_MS = 2000;

/** A short table that is read often: remembered whole, and dropped on all replicas when it changes. */
export interface RememberedList<Row> {
  readonly isFresh: () => boolean;
  readonly list: () => Promise<readonly Row[]>;
  /** Forgets what is known here and elsewhere, and reads it again. */
  readonly drop: () => Promise<void>;
}

export function createRememberedList<Row>(
  load: () => Promise<readonly Row[]>,
  {
    topic,
    changes,
    clock,
  }: { readonly topic: string; readonly changes: ChangeFeed; readonly clock: Clock },
): RememberedList<Row> {
  let rows: readonly Row[] = [];
  let until = 0;
  // What was read before a change must not be kept after it.
  let generation = 0;

  const isFresh = () => clock.now().getTime() < until;
  const list = async (): Promise<readonly Row[]> => {
    if (isFresh()) return rows;
    const generationBefore = generation;
    const read = await load();
    if (generation !== generationBefore) return list();
    rows = read;
    until = clock.now().getTime() + MEMORY_MS;
    return read;
  };
  changes.subscribe(topic, () => {
    generation += 1;
    until = 0;
  });
  return {
    isFresh,
    list,
    async drop() {
      changes.publish(topic, '');
      await list();
    },
  };
}
