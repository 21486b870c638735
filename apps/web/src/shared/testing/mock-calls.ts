import type { Client } from '@satchel/api-client';
import { createMockClient, type MockCalls, type MockHandlers } from '@satchel/api-client/mock';
import { onTestFinished } from 'vitest';
import { client } from '#shared/api/client.ts';

/** Lets a client, by default the app's own, ask handlers instead of a server, until the test ends. Returns the calls made. */
export function mockCalls(handlers: MockHandlers, mocked: Client = client): MockCalls {
  const mock = createMockClient(handlers);
  const before = { ...mocked };
  Object.assign(mocked, mock.client);
  onTestFinished(() => void Object.assign(mocked, before));
  return mock.calls;
}
