/**
 * Creates a function that acts once for all of its calls within a time, because many tasks may end together.
 *
 * @returns the function; its promise resolves when `act` has finished
 */
export function collectCalls(forMs: number, act: () => unknown): () => Promise<unknown> {
  let acting: Promise<unknown> | undefined;
  return () => {
    acting ??= new Promise((resolve) => {
      setTimeout(() => {
        acting = undefined;
        resolve(act());
      }, forMs);
    });
    return acting;
  };
}
