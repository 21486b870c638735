import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalS3 } from '@satchel/local-s3';

export const S3_CREDENTIALS = {
  accessKeyId: 'AKIDEXAMPLE1234',
  secretAccessKey: 'the secret of this bucket',
} as const;

export interface TestS3 {
  readonly url: string;
  /** Method and path of each request, without the query. */
  readonly requests: readonly string[];
  /** Answers instead of the store if the handler returns true. */
  intercept(
    handler: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined,
  ): void;
  close(): Promise<void>;
}

/**
 * Starts a real S3 on its own port, as an external storage that knows nothing of the server.
 *
 * @param now its clock
 */
export async function startS3(bucket: string, now = () => new Date()): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-s3-'));
  const store = await openLocalS3({ directory, credentials: [S3_CREDENTIALS], now });
  await store.createBucket(bucket);
  const requests: string[] = [];
  let handler: Parameters<TestS3['intercept']>[0];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (!handler?.(request, response)) store.listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    intercept(next) {
      handler = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
