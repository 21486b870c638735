import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { uploadFile } from '../../../test/upload-files.ts';

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

interface SentTraces {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

describe('tracing', () => {
  const spans: SentSpan[] = [];
  const collector = createServer((request, response) => {
    void json(request).then((sent) => {
      const { resourceSpans } = sent as SentTraces;
      spans.push(
        ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
      );
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  let server: TestServer;
  let slug = '';
  const TRACE = '0af7651916cd43dd8448eb211c80319c';
  beforeAll(async () => {
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    server = await startServer('sqlite', {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    ({ slug } = await uploadFile(server.api, 'traced'));
    await fetch(`${server.url}/api/file-download/${slug}`, {
      headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
    });
    // Sends the remaining spans.
    await server.close();
  });
  afterAll(() => {
    collector.close();
  });

  const traced = () => spans.filter(({ traceId }) => traceId === TRACE);

  it('goes on with the trace of a trusted proxy, under the name of the route', () => {
    expect(traced()).toContainEqual(
      expect.objectContaining({
        name: 'GET /api/file-download/:slug',
        parentSpanId: 'b7ad6b7169203331',
      }),
    );
  });

  it('has what the request asked of the database and of the storage', () => {
    const request = traced().find(({ name }) => name.startsWith('GET '));
    const names = traced().map(({ name }) => name);
    expect(names).toContain('prisma:client:operation');
    const storage = traced().find(({ name }) => name === 'storage GetObject');
    expect(storage?.parentSpanId).toBe(request?.spanId);
  });

  it('never has an address, whose slug is what readers of a share know', () => {
    expect(spans.length).toBeGreaterThan(5);
    expect(JSON.stringify(spans)).not.toContain(slug);
  });
});
