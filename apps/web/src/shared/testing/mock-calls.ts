import { createMockClient, type MockCalls, type MockHandlers } from '@satchel/api-client/mock';
import { onTestFinished } from 'vitest';
import { client } from '#shared/api/client.ts';

/** Lets the app's client ask handlers instead of a server, until the test ends. Returns the calls made. */
export function mockCalls(handlers: MockHandlers): MockCalls {
  const mock = createMockClient(handlers);
  const before = { ...client };
  Object.assign(client, mock.client);
  onTestFinished(() => void Object.assign(client, before));
  return mock.calls;
}
