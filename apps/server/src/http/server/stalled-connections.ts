import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Timeouts of transfers without progress, in milliseconds (CONTRACT A6). */
export interface StallTimeouts {
  /** Timeout of a request that is still being sent. */
  readonly requestMs: number;
  /** Timeout of a reply that waits for its reader. */
  readonly replyMs: number;
}

export const STALL_TIMEOUTS: StallTimeouts = { requestMs: 30_000, replyMs: 60_000 };

/** Number of checks within the shorter of the two timeouts. */
const LOOKS = 6;

/** Bytes that a connection had moved at the last check, and the number of checks without progress. */
interface Progress {
  request: IncomingMessage;
  response: ServerResponse;
  received: number;
  requestLooks: number;
  sent: string;
  replyLooks: number;
}

const UNSEEN = { received: -1, requestLooks: 0, sent: '', replyLooks: 0 };

/**
 * Closes connections whose client neither sends the rest of its request nor reads its reply, because
 * they occupy memory, quota and names (SECURITY 16). Ignores slow handlers and slow storages. Works
 * below Fastify, so that the embedded store is covered, too.
 */
export function endStalledConnections(server: Server, timeouts: StallTimeouts): void {
  const intervalMs = Math.min(timeouts.requestMs, timeouts.replyMs) / LOOKS;
  const requestLooks = Math.ceil(timeouts.requestMs / intervalMs);
  const replyLooks = Math.ceil(timeouts.replyMs / intervalMs);
  const connections = new Map<Socket, Progress>();

  server.on('request', (request, response) => {
    const { socket } = request;
    const known = connections.get(socket);
    // A client that sends the next request without reading the last reply still makes no progress.
    if (known) Object.assign(known, { request, response });
    else connections.set(socket, { request, response, ...UNSEEN });
  });

  const look = () => {
    for (const [socket, progress] of connections) {
      const { request, response } = progress;
      const isReceiving = !request.complete;
      const isSending = socket.writableLength > 0;
      const isAnswered = response.writableFinished || response.destroyed;
      if (socket.destroyed || (isAnswered && !isReceiving && !isSending)) {
        connections.delete(socket);
        continue;
      }
      lookAtRequest(socket, progress, isReceiving);
      lookAtReply(socket, progress, isSending);
      const isRequestOver = progress.requestLooks >= requestLooks;
      if (progress.replyLooks >= replyLooks || (isRequestOver && response.headersSent)) {
        socket.destroy();
      } else if (isRequestOver) {
        // Emits the error that Node itself uses for slow headers.
        const error = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        server.emit('clientError', error, socket);
        socket.destroySoon();
      }
    }
  };
  const timer = setInterval(look, intervalMs).unref();
  server.once('close', () => clearInterval(timer));
}

function lookAtRequest(socket: Socket, progress: Progress, isReceiving: boolean): void {
  const hasMoved = socket.bytesRead !== progress.received;
  // The server is slow, not the client, if received bytes are still unread.
  const isOurTurn = progress.request.readableLength > 0;
  progress.requestLooks = !isReceiving || hasMoved || isOurTurn ? 0 : progress.requestLooks + 1;
  progress.received = socket.bytesRead;
}

function lookAtReply(socket: Socket, progress: Progress, isSending: boolean): void {
  const left = `${socket.bytesWritten - socket.writableLength} ${unsentBytes(socket)}`;
  progress.replyLooks = isSending && left === progress.sent ? progress.replyLooks + 1 : 0;
  progress.sent = left;
}

/**
 * Bytes of the current write that the system has not accepted. `writableLength` only falls when a whole
 * write is done, and a text of 10 MiB is one write. Node's own socket timeout uses this value for the
 * same reason.
 */
function unsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}
