import { setImmediate } from 'node:timers/promises';

const MAX_GROUP = 100;

export interface GroupCommitOptions {
  /**
   * True if one member, such as a taken name, may have caused the group's failure: then each member is
   * tried alone. Any other error applies to all. Default: always true.
   */
  readonly isFaultOfOne?: (error: unknown) => boolean;
}

/**
 * Combines concurrent items into one transaction: items that arrive while a transaction runs share the
 * next one, so that a busy server waits for its disk once per group instead of once per request.
 *
 * @param run all or nothing: fails without effect, or returns one result per item, in their order
 * @returns a function that adds an item and resolves with its result; rejects with the error that `run`
 *   threw for it
 */
export function createGroupCommit<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { isFaultOfOne = () => true }: GroupCommitOptions = {},
): (item: Item) => Promise<Result> {
  interface Member extends PromiseWithResolvers<Result> {
    readonly item: Item;
  }
  let waiting: Member[] = [];
  let isRunning = false;

  const commit = async (members: readonly Member[]): Promise<void> => {
    try {
      const results = await run(members.map(({ item }) => item));
      for (const [at, member] of members.entries()) member.resolve(results[at] as Result);
    } catch (error) {
      if (members.length > 1 && isFaultOfOne(error)) {
        for (const member of members) await commit([member]);
      } else {
        for (const member of members) member.reject(error);
      }
    }
  };
  const work = async () => {
    isRunning = true;
    // Waits for callers of the same turn of the event loop to join.
    await setImmediate();
    while (waiting.length > 0) {
      const members = waiting.slice(0, MAX_GROUP);
      waiting = waiting.slice(MAX_GROUP);
      await commit(members);
    }
    isRunning = false;
  };

  return (item) => {
    const member = { item, ...Promise.withResolvers<Result>() };
    waiting.push(member);
    if (!isRunning) void work();
    return member.promise;
  };
}
