import type { FastifyInstance } from 'fastify';

export const DOCTOR_HEADER = 'x-satchel-doctor';
export const SEEN_HEADER = 'x-satchel-seen';

/** How a request looks here, after all proxies. */
export interface Seen {
  readonly protocol: string;
  readonly host: string;
  /** The caller's, as throttles count it. */
  readonly address: string;
  /** Address of the connection: the last proxy's, if there is one. */
  readonly peer: string | undefined;
  /** Whether a proxy has named a caller, and is not in `TRUSTED_PROXIES`. */
  readonly isProxyUntrusted: boolean;
  readonly nowMs: number;
}

/** Tells `satchel doctor`, and nobody else, how its request has arrived. */
export function answerDoctor(app: FastifyInstance, isDoctor: (token: string) => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    const token = request.headers[DOCTOR_HEADER];
    if (typeof token === 'string' && isDoctor(token)) {
      const seen: Seen = {
        protocol: request.protocol,
        host: request.host,
        address: request.ip,
        peer: request.socket.remoteAddress,
        // Fastify lists the connection's address, then the one that a trusted proxy has named.
        isProxyUntrusted:
          request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) < 2,
        nowMs: Date.now(),
      };
      reply.header(SEEN_HEADER, JSON.stringify(seen));
    }
    done();
  });
}
