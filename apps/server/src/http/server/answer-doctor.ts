import type { FastifyInstance } from 'fastify';

export const DOCTOR_HEADER = 'x-satchel-doctor';
export const SEEN_HEADER = 'x-satchel-seen';

/** Facts about a request as they reach the server, after all proxies. */
export interface Seen {
  readonly protocol: string;
  readonly host: string;
  /** Address of the caller, as throttles count it. */
  readonly address: string;
  /** Address of the connection: the last proxy's, if there is one. */
  readonly peer: string | undefined;
  /** True if a proxy has sent a caller's address but is missing in `TRUSTED_PROXIES`. */
  readonly isProxyUntrusted: boolean;
  readonly nowMs: number;
}

/** Tells `satchel doctor`, which proves itself with a token, how its request has arrived. */
export function answerDoctor(app: FastifyInstance, isDoctor: (token: string) => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    const token = request.headers[DOCTOR_HEADER];
    if (typeof token === 'string' && isDoctor(token)) {
      const seen: Seen = {
        protocol: request.protocol,
        host: request.host,
        address: request.ip,
        peer: request.socket.remoteAddress,
        // Fastify lists the connection's address, then the address from a trusted proxy.
        isProxyUntrusted:
          request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) < 2,
        nowMs: Date.now(),
      };
      reply.header(SEEN_HEADER, JSON.stringify(seen));
    }
    done();
  });
}
