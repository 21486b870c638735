/** Returns the answer, or rejects if it takes longer than this. */
export function within<Value>(timeoutMs: number, answer: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
