import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { createTimedQueue } from './timed-queue.ts';

// The line of `delay-proxy.ts` for UDP, with the same settings: QUIC itself sends again what is lost here.

/** Time that a datagram takes one way, in milliseconds. */
const delayMs = Number(process.env.DELAY_MS);
/** Share of datagrams that are lost, 0 to 1. */
const loss = Number(process.env.LOSS ?? 0);
/** Bandwidth of all datagrams in one direction, in bytes per second; 0 is unlimited. */
const bandwidth = Number(process.env.BYTES_PER_SECOND ?? 0);
const targetPort = Number(new URL(process.env.TARGET ?? '').port);

/** Time for which datagrams may wait before the line, as in the buffer of a router; more are lost. */
const QUEUE_MS = 100;
/** A program may send as many datagrams at once as its window holds. */
const BUFFER_BYTES = 16 * 1024 ** 2;

/** Returns the line in one direction. */
function createLine() {
  let freeAtMs = 0;
  const sendAt = createTimedQueue();
  return (bytes: number, send: () => void) => {
    const nowMs = performance.now();
    const isLost = Math.random() < loss || freeAtMs - nowMs > QUEUE_MS;
    if (isLost) return;
    if (bandwidth > 0) freeAtMs = Math.max(freeAtMs, nowMs) + (bytes * 1000) / bandwidth;
    sendAt(Math.max(nowMs, freeAtMs) + delayMs, send);
  };
}

const [up, down] = [createLine(), createLine()];
/** One socket towards the server for each client, by its port. */
const upstreams = new Map<number, Socket>();
const server = createSocket('udp4');

function open(): Socket {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1', () => socket.setRecvBufferSize(BUFFER_BYTES));
  // A server that has ended refuses what is still on its way.
  socket.on('error', () => {});
  return socket;
}

server.on('message', (datagram, client: RemoteInfo) => {
  const known = upstreams.get(client.port);
  const upstream = known ?? open();
  if (!known) {
    upstreams.set(client.port, upstream);
    upstream.on('message', (reply) => {
      down(reply.length, () => server.send(reply, client.port, client.address));
    });
  }
  up(datagram.length, () => upstream.send(datagram, targetPort, '127.0.0.1'));
});
server.bind(0, '127.0.0.1', () => {
  server.setRecvBufferSize(BUFFER_BYTES);
  console.info(`http://localhost:${server.address().port}`);
});
process.once('SIGTERM', () => process.exit(0));
