/** Fact about this tab that other tabs of the browser can see. */
export interface TabFlag {
  set(isSet: boolean): void;
  /** Whether another tab has set it. False where browsers have no locks, which is without https. */
  isSetElsewhere(): Promise<boolean>;
}

/**
 * Creates a flag, which is a lock that any number of tabs hold. Unlike a stored value it ends with its tab, and
 * unlike a message it needs no answer from a tab that the browser has paused.
 *
 * @param name unique name
 */
export function createTabFlag(name: string): TabFlag {
  const lock = `satchel-${name}`;
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  let release: (() => void) | undefined;
  return {
    set(isSet) {
      if (isSet === (release !== undefined)) return;
      release?.();
      release = undefined;
      if (!isSet) return;
      const released = Promise.withResolvers<void>();
      release = released.resolve;
      void locks?.request(lock, { mode: 'shared' }, () => released.promise);
    },
    async isSetElsewhere() {
      const held = (await locks?.query())?.held?.filter(({ name }) => name === lock) ?? [];
      return held.length > (release ? 1 : 0);
    },
  };
}
