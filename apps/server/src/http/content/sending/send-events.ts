import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends server-sent events, or only their headers. */
export function sendEvents(reply: FastifyReply, events: Readable | undefined): FastifyReply {
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    // nginx would hold events back until its buffer is full.
    .header('x-accel-buffering', 'no');
  return events ? reply.send(events) : reply.send();
}
