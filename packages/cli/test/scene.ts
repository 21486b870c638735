import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { createUser, type User } from './run-cli.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Servers and helpers of a test file, set by {@link setScene}. */
export let server: ServerProcess;
export let proxy: CountingProxy;
export let user: User;

/**
 * Sets up one server for all tests of a file, and a user with separate directories for each test.
 *
 * @param login server address in the environment; default its own address
 */
export function setScene(login: 'server' | 'proxy' | 'none' = 'server'): void {
  beforeAll(async () => {
    server = await startServer();
    proxy = await startCountingProxy(server.url);
  });
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });
  beforeEach(async () => {
    proxy.forget();
    const { url } = login === 'proxy' ? proxy : server;
    user = await createUser(login === 'none' ? {} : { SATCHEL_URL: url, SATCHEL_KEY: server.key });
  });
  afterEach(() => user.remove());
}
