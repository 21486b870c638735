import { connect, createServer, type Socket } from 'node:net';
import { createTimedQueue } from './timed-queue.ts';

/** Time that bytes take one way, in milliseconds. */
const delayMs = Number(process.env.DELAY_MS);
/** Share of TCP segments that are lost, 0 to 1. */
const loss = Number(process.env.LOSS ?? 0);
/** Bandwidth of all connections together in one direction, in bytes per second; 0 is unlimited. */
const bandwidth = Number(process.env.BYTES_PER_SECOND ?? 0);
const target = new URL(process.env.TARGET ?? '');

const SEGMENT_BYTES = 1460;
const PIECE_BYTES = 4 * SEGMENT_BYTES;
/** Time for which bytes may wait before the line, as in the buffer of a router. */
const QUEUE_MS = 100;

type Line = (from: Socket, to: Socket) => void;

/** Delays each byte independently: adds latency, and a limit of bandwidth if there is one. */
function createPlainLine(): Line {
  let freeAtMs = 0;
  return (from, to) => {
    const sendAt = createTimedQueue();
    const add = (chunk?: Buffer) =>
      sendAt(Math.max(performance.now(), freeAtMs) + delayMs, () => {
        if (!chunk) to.end();
        else if (to.writable) to.write(chunk);
      });
    from.on('data', (chunk: Buffer) => {
      const nowMs = performance.now();
      // A slow line passes on what it has, not whole reads of 64 KiB.
      const pieceBytes = bandwidth > 0 ? PIECE_BYTES : chunk.length;
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes);
        if (bandwidth > 0) freeAtMs = Math.max(freeAtMs, nowMs) + (piece.length * 1000) / bandwidth;
        add(piece);
      }
      const queuedMs = freeAtMs - nowMs;
      if (queuedMs > QUEUE_MS) {
        from.pause();
        setTimeout(() => from.resume(), queuedMs - QUEUE_MS);
      }
    });
    from.on('end', () => add());
  };
}

/**
 * Sends as TCP Reno does over a line that loses segments (RFC 5681): as much in each round trip as its window
 * holds, which doubles until the first loss, then grows by a segment, and halves with each loss. What follows
 * a lost segment waits for a round trip more.
 */
function sendOverLosses(from: Socket, to: Socket): void {
  const roundMs = Math.max(2 * delayMs, 1);
  let windowSegments = 10;
  let isStarting = true;
  let isEnded = false;
  let waiting = Buffer.alloc(0);
  let isSending = false;

  function sendRound(): void {
    const segments = Math.min(windowSegments, Math.ceil(waiting.length / SEGMENT_BYTES));
    const losesAt = Array.from({ length: segments }).findIndex(() => Math.random() < loss);
    const arrivesSegments = losesAt === -1 ? segments : losesAt;
    const bytes = waiting.subarray(0, arrivesSegments * SEGMENT_BYTES);
    waiting = waiting.subarray(bytes.length);
    if (bytes.length > 0) setTimeout(() => to.writable && to.write(bytes), delayMs);
    if (losesAt !== -1) {
      isStarting = false;
      windowSegments = Math.max(2, Math.floor(windowSegments / 2));
    } else if (isStarting) windowSegments *= 2;
    else windowSegments += 1;
    if (from.isPaused() && waiting.length < 256 * SEGMENT_BYTES) from.resume();
    isSending = waiting.length > 0;
    if (isSending) setTimeout(sendRound, roundMs);
    else if (isEnded) setTimeout(() => to.end(), delayMs);
  }

  from.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    if (waiting.length > 1024 * SEGMENT_BYTES) from.pause();
    if (!isSending) setTimeout(sendRound, 0);
    isSending = true;
  });
  from.on('end', () => {
    isEnded = true;
    if (waiting.length === 0) setTimeout(() => to.end(), delayMs);
  });
}

const [up, down] =
  loss > 0 ? [sendOverLosses, sendOverLosses] : [createPlainLine(), createPlainLine()];
const server = createServer({ noDelay: true }, (client) => {
  const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  up(client, upstream);
  down(upstream, client);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.info(`http://localhost:${typeof address === 'object' && address ? address.port : 0}`);
});
process.once('SIGTERM', () => process.exit(0));
