import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

/** The server of the tus project, which stores plain files without hashes or syncs. */
const tus = new Server({
  path: '/files',
  relativeLocation: true,
  datastore: new FileStore({ directory: process.env.DIRECTORY ?? '' }),
  namingFunction: (_request, metadata) => metadata?.filename ?? '',
});

const server = createServer((request, response) => void tus.handle(request, response));
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.info(`http://localhost:${typeof address === 'object' && address ? address.port : 0}`);
});
process.once('SIGTERM', () => process.exit(0));
