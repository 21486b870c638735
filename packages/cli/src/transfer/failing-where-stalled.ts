/** Time without a byte after which a connection counts as lost. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * Response whose body fails like that of a lost connection if no byte arrives for a minute, as behind a proxy that
 * hangs. Only time in which the reader waits for bytes counts.
 */
export function failingWhereStalled(reply: Response): Response {
  const reader = reply.body?.getReader();
  if (!reader) return reply;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { promise: stalled, reject } = Promise.withResolvers<never>();
        const timer = setTimeout(reject, STALL_TIMEOUT_MS, new TypeError('no byte for a minute'));
        try {
          const { done, value } = await Promise.race([reader.read(), stalled]);
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
          await reader.cancel(error).catch(() => undefined);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = reply;
  return new Response(body, { status, statusText, headers });
}
