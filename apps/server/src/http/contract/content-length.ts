import type { FastifyRequest } from 'fastify';

/** In bytes, as the request tells it; undefined where it does not, as of one in chunks. */
export function contentLengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}
