import type { Config } from '#config';

export type Telemetry = Awaited<ReturnType<typeof openTelemetry>>;

/** Loads metrics and tracing if they are configured; otherwise they cost neither memory nor time. */
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
    /** Reports and counts failures outside of requests. */
    onError: (error: unknown) => {
      metrics?.failed();
      report(error);
    },
    storageObservers: [metrics?.storage, tracing?.storage].filter((one) => one !== undefined),
    requestObservers: [metrics?.requests, tracing].filter((one) => one !== undefined),
    close: async () => tracing?.close(),
  };
}
