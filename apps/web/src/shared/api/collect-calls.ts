/**
 * Makes a function that acts once for all of its calls within a while, because many things may end at once.
 *
 * @returns the function, which resolves when that is done
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
