import { AppError } from '#errors';

/** Limits connections that stay open: of all visitors together, and of one address (SECURITY 27). */
export function createFollowerLimit({
  max,
  maxOfSource,
}: {
  readonly max: number;
  readonly maxOfSource: number;
}) {
  const sources = new Map<string, number>();
  let total = 0;
  const add = (source: string, by: 1 | -1) => {
    total += by;
    const count = (sources.get(source) ?? 0) + by;
    if (count > 0) sources.set(source, count);
    else sources.delete(source);
  };
  return {
    /**
     * Counts a connection that follows changes, until its signal aborts or the returned function is called.
     *
     * @throws {AppError} `request.rate_limited` for too many connections
     */
    enter(source: string, signal: AbortSignal): () => void {
      if (total >= max || (sources.get(source) ?? 0) >= maxOfSource) {
        throw new AppError('request.rate_limited', { details: { seconds: 30 } });
      }
      add(source, 1);
      let isOver = false;
      const leave = () => {
        if (isOver) return;
        isOver = true;
        add(source, -1);
      };
      signal.addEventListener('abort', leave, { once: true });
      return leave;
    },
  };
}
