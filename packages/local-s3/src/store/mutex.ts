/** Returns a function that runs tasks one after the other, in the order of its calls. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(task, task);
    last = turn;
    return turn;
  };
}
