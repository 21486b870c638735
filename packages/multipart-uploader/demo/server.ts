import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createNodeListener } from '@satchel/multipart-uploader/node';
import { createUploadServer } from '@satchel/multipart-uploader/server';
import { createServer as createViteServer } from 'vite';
import { MAX_FILE_SIZE_BYTES } from './limits.ts';
import { type StoredFile, startStore } from './store.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '5190' } } });

const page = createServer();
page.listen(Number(values.port), '127.0.0.1');
await once(page, 'listening');
const pageUrl = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;

const directory = await mkdtemp(join(tmpdir(), 'uploader-demo-'));
const store = await startStore(directory, pageUrl);
const uploads = createUploadServer<StoredFile>({
  storage: store.storage,
  // A restart loses the store as well, so no upload outlives its secret.
  secret: randomBytes(32).toString('hex'),
  // Only this machine reaches the demo, so every caller is its one visitor.
  authorize: () => ({ owner: 'visitor' }),
  onComplete: store.describe,
  maxFileSizeBytes: MAX_FILE_SIZE_BYTES,
});

const vite = await createViteServer({
  ...{ configFile: false, root: import.meta.dirname, logLevel: 'warn' },
  server: { middlewareMode: true, hmr: { server: page } },
  // Found later, they would make Vite reload the page in the middle of an upload.
  optimizeDeps: { include: ['react', 'react/jsx-dev-runtime', 'react-dom/client'] },
});

const answerCall = createNodeListener(uploads.handle);
page.on('request', (request, response) => {
  if (request.url?.startsWith('/uploads/')) answerCall(request, response);
  else vite.middlewares(request, response);
});
process.stdout.write(`The demo is at ${pageUrl}\n`);

async function stop(): Promise<void> {
  page.close();
  page.closeAllConnections();
  await vite.close();
  await store.close();
  await rm(directory, { recursive: true });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());
