import type { Client } from '@satchel/api-client';
import { createMockClient, type MockCalls, type MockHandlers } from '@satchel/api-client/mock';
import { onTestFinished } from 'vitest';
import { client } from '#shared/api/client.ts';

/**
 * Replaces the calls of a client, by default the app's own, by handlers until the test ends. Returns the
 * calls.
 */
export function mockCalls(handlers: MockHandlers, mocked: Client = client): MockCalls {
  const mock = createMockClient(handlers);
  const before = { ...mocked };
  Object.assign(mocked, mock.client);
  onTestFinished(() => void Object.assign(mocked, before));
  return mock.calls;
}
