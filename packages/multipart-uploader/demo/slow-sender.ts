import type { PartSender, SendRequest, SendResponse } from '@satchel/multipart-uploader';

const TICK_MS = 100;

/**
 * Holds back progress and answers of parts, as if all of them shared a slow line. The bytes themselves
 * go at once: between programs of one machine the system takes a whole part into its buffers, so a
 * store that reads slowly would show nothing.
 *
 * @param bytesPerSecond asked all the time; null for as fast as it goes
 */
export function createSlowSender(
  sender: PartSender,
  bytesPerSecond: () => number | null,
): PartSender {
  let underway = 0;

  async function put(request: SendRequest): Promise<SendResponse> {
    const { body, signal, onProgress } = request;
    let sentBytes = 0;
    let isOver = false;

    async function send(): Promise<SendResponse> {
      function onSent(bytes: number): void {
        sentBytes = bytes;
      }
      const answer = await sender.put({ ...request, onProgress: onSent });
      sentBytes = body.size;
      return answer;
    }

    async function pass(): Promise<void> {
      let passedBytes = 0;
      let atMs = performance.now();
      while (passedBytes < body.size && !isOver) {
        await new Promise((resolve) => setTimeout(resolve, TICK_MS));
        signal.throwIfAborted();
        const rate = (bytesPerSecond() ?? Number.POSITIVE_INFINITY) / underway;
        const sinceMs = performance.now() - atMs;
        atMs += sinceMs;
        passedBytes = Math.min(sentBytes, passedBytes + (rate * sinceMs) / 1000);
        onProgress(passedBytes);
      }
    }

    underway += 1;
    try {
      const [answer] = await Promise.all([send(), pass()]);
      return answer;
    } finally {
      underway -= 1;
      isOver = true;
    }
  }

  return {
    reportsProgress: sender.reportsProgress,
    put: (request) => (bytesPerSecond() === null ? sender.put(request) : put(request)),
  };
}
