import type { Config } from '#config';

export type Telemetry = Awaited<ReturnType<typeof openTelemetry>>;

/** Loads what measures and traces, as far as somebody wants it: what is off takes no memory and no time. */
export async function openTelemetry(
  { metricsToken, otlpEndpoint, traceRatio }: Config,
  report: (error: unknown) => void,
) {
  const metrics =
    metricsToken === undefined
      ? undefined
      : (await import('#telemetry/metrics/metrics.ts')).createMetrics();
  const tracing =
    otlpEndpoint === undefined
      ? undefined
      : (await import('#telemetry/tracing/tracing.ts')).openTracing(otlpEndpoint, traceRatio);
  return {
    metrics,
    tracing,
    /** Reports what has failed that no request waited for, and counts it. */
    onError: (error: unknown) => {
      metrics?.failed();
      report(error);
    },
    storageObservers: [metrics?.storage, tracing?.storage].filter((one) => one !== undefined),
    requestObservers: [metrics?.requests, tracing].filter((one) => one !== undefined),
    close: async () => tracing?.close(),
  };
}
