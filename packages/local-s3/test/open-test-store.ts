import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalS3, type LocalS3Options, openLocalS3 } from '../src/local-s3.ts';
import { type CallStore, createStoreCaller } from './store-caller.ts';

export const TEST_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local-secret' };

export interface TestStore {
  readonly store: LocalS3;
  readonly directory: string;
  readonly port: number;
  readonly endpoint: string;
  readonly call: CallStore;
  stop(): Promise<void>;
}

/** Opens a store with the bucket `bucket`, in this process and on loopback. */
export async function openTestStore(options: Partial<LocalS3Options> = {}): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-local-s3-'));
  const store = await openLocalS3({ directory, credentials: [TEST_CREDENTIALS], ...options });
  await store.createBucket('bucket');
  const server = createServer({ requestTimeout: 0 }, store.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    store,
    directory,
    port,
    endpoint: `http://127.0.0.1:${port}`,
    call: createStoreCaller(store),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
}
