import { setTimeout as sleep } from 'node:timers/promises';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { PrismaInstrumentation } from '@prisma/instrumentation';
import type { StorageObserver } from '#object-store/wrappers/observed-calls.ts';
import type { RequestObserver, WatchedRequest } from '../request-watch.ts';

/** Traces of requests, database queries and storage calls. */
export interface Tracing extends RequestObserver {
  readonly storage: StorageObserver;
  /** Runs the answer of a request in its trace. */
  run(request: WatchedRequest, isTrusted: boolean, answer: () => void): void;
  /** Sends the remaining spans, or drops them after {@link FLUSH_TIMEOUT_MS}. */
  close(): Promise<void>;
}

/** Spans that do not help to find slow requests and would occur in every one of them. */
const IGNORED_DATABASE_SPANS = ['prisma:client:serialize', 'prisma:client:compile'];

/** The exporter would try for 10 s, which is longer than the server may take to stop. */
const FLUSH_TIMEOUT_MS = 2000;

/**
 * @param endpoint a collector's, without `/v1/traces`
 * @param sampleRatio share of traces that are recorded, 0 to 1, if no trusted proxy has decided
 */
export function openTracing(endpoint: string, sampleRatio: number): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'satchel' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  const database = new PrismaInstrumentation({ ignoreSpanTypes: IGNORED_DATABASE_SPANS });
  database.setTracerProvider(provider);
  database.enable();
  const tracer = provider.getTracer('satchel');
  const spans = new WeakMap<object, Span>();
  return {
    run({ id, request }, isTrusted, answer) {
      const above = isTrusted ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
      const attributes = { 'http.request.method': request.method ?? '', 'satchel.request_id': id };
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, above);
      spans.set(request, span);
      context.with(trace.setSpan(above, span), answer);
    },
    ended({ request, route, status, isAborted }) {
      const span = spans.get(request);
      if (!span) return;
      // Never the URL, because a slug gives access to a share (SECURITY 11).
      span.updateName(`${request.method} ${route}`).setAttribute('http.route', route);
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      if (isAborted) span.setAttribute('error.type', 'aborted');
      if ((status ?? 0) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    storage(operation) {
      const span = tracer.startSpan(`storage ${operation}`, { kind: SpanKind.CLIENT });
      return (outcome) => {
        span.setAttribute('satchel.outcome', outcome);
        const isFine = ['ok', 'absent', 'unmet', 'cancelled'].includes(outcome);
        if (!isFine) span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
        span.end();
      };
    },
    async close() {
      database.disable();
      // Drops traces that the collector does not accept.
      const flushed = provider.shutdown().catch(() => undefined);
      await Promise.race([flushed, sleep(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
