import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { createSharedConnections, type SharedConnection } from './shared-connection.ts';
import { createSharedParts } from './shared-parts.ts';

afterEach(() => vi.restoreAllMocks());

function createConnection(): SharedConnection {
  const parts = createSharedParts(systemClock, { usual: 3, most: 12, patienceMs: 30_000 });
  return { progressAtMs: 0, parts };
}

/** Makes the browser tell of these requests of the page. */
function observe(entries: readonly { name: string; nextHopProtocol: string }[]): void {
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
    type === 'resource' ? (entries as never) : [],
  );
}

it.each([
  ['h2', true],
  ['h3', true],
  ['http/1.1', false],
  ['', false],
])('requests over %s share a connection: %s', (nextHopProtocol, isShared) => {
  observe([{ name: 'https://a.example/app.js', nextHopProtocol }]);
  const connection = createSharedConnections(createConnection)(
    'https://a.example/s3/x?partNumber=1',
  );
  expect(connection !== undefined).toBe(isShared);
});

it('knows nothing of origins that the page has not used', () => {
  observe([{ name: 'https://a.example/app.js', nextHopProtocol: 'h2' }]);
  const connectionOf = createSharedConnections(createConnection);
  expect(connectionOf('https://a.example:8443/x')).toBeUndefined();
  expect(connectionOf('/relative')).toBeUndefined();
});
