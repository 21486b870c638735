/** Returns a function that adds work. It is done at its time and in order; timers of their own could change the order. */
export function createTimedQueue(): (atMs: number, work: () => void) => void {
  const waiting: { readonly atMs: number; readonly work: () => void }[] = [];
  const doDue = () => {
    const nowMs = performance.now();
    for (let next = waiting[0]; next && next.atMs <= nowMs; next = waiting[0]) {
      waiting.shift();
      next.work();
    }
    if (waiting[0]) setTimeout(doDue, Math.ceil(waiting[0].atMs - nowMs));
  };
  return (atMs, work) => {
    waiting.push({ atMs, work });
    if (waiting.length === 1) setTimeout(doDue, Math.ceil(atMs - performance.now()));
  };
}
