import type { Server } from 'node:http';
import { METHODS } from 'node:http';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EndedRequest, RequestObserver } from '../request-watch.ts';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS);

/** Requests by route template, because a URL as a label would create a series for each. */
export function createRequestMetrics(registry: Registry): RequestObserver {
  const registers = [registry];
  const requests = new Counter({
    name: 'satchel_http_requests_total',
    help: 'Requests that have ended; the status of those whose caller went first is "aborted"',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'satchel_http_request_duration_seconds',
    help: 'From the end of the headers to the last byte of the reply',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const running = new Gauge({
    name: 'satchel_http_requests_running',
    help: 'Requests that are being answered',
    registers,
  });
  const bytes = {
    received: new Counter({
      name: 'satchel_http_received_bytes_total',
      help: 'Bytes on the wire from callers, headers included',
      labelNames: ['surface'] as const,
      registers,
    }),
    sent: new Counter({
      name: 'satchel_http_sent_bytes_total',
      help: 'Bytes on the wire to callers, headers included',
      labelNames: ['surface'] as const,
      registers,
    }),
  };
  return {
    began: () => running.inc(),
    ended(ended) {
      running.dec();
      const { request, route, status, isAborted } = ended;
      const method = KNOWN_METHODS.has(request.method ?? '') ? String(request.method) : 'other';
      requests.inc({ method, route, status: isAborted ? 'aborted' : String(status) });
      durations.observe({ method, route }, ended.durationMs / 1000);
      const surface = surfaceOf(ended);
      bytes.received.inc({ surface }, ended.bytesReceived);
      bytes.sent.inc({ surface }, ended.bytesSent);
    },
  };
}

/** `api`, `dav`, `s3` or `web`. */
function surfaceOf({ route }: EndedRequest): string {
  return /^\/(api|dav|s3)\b/.exec(route)?.[1] ?? 'web';
}

/** Counts connections at each scrape, and refused ones when they are refused. */
export function measureConnections(registry: Registry, server: Server): void {
  new Gauge({
    name: 'satchel_http_connections',
    help: 'Open connections',
    registers: [registry],
    async collect() {
      const count = await new Promise<number>((resolve) => {
        server.getConnections((_error, open) => resolve(open ?? 0));
      });
      this.set(count);
    },
  });
  const refused = new Counter({
    name: 'satchel_http_connections_refused_total',
    help: 'Connections over MAX_CONNECTIONS',
    registers: [registry],
  });
  server.on('drop', () => refused.inc());
}
