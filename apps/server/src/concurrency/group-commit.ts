import { setImmediate } from 'node:timers/promises';

const MAX_GROUP = 100;

export interface GroupCommitOptions {
  /**
   * Whether a group may have failed because of one of its members, such as a name that is taken: then
   * each is tried alone. Any other error is everybody's. Default: every error may be one member's.
   */
  readonly isFaultOfOne?: (error: unknown) => boolean;
}

/**
 * Does in one go what many ask for at once: what arrives while a transaction runs goes into the next
 * one together, so that a busy server waits for its disk once a group and not once a request.
 *
 * @param run all or nothing: it fails without a trace, or gives one result an item, in their order
 * @returns adds an item and resolves with its result; rejects with the error that `run` threw for it
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
    // Callers of the same turn of the event loop join.
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
