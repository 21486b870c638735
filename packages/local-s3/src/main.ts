import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { openLocalS3 } from './local-s3.ts';

const { values } = parseArgs({
  options: {
    directory: { type: 'string' },
    port: { type: 'string', default: '9000' },
    host: { type: 'string', default: '127.0.0.1' },
    'access-key-id': { type: 'string' },
    'secret-access-key': { type: 'string' },
    'base-path': { type: 'string', default: '' },
  },
});
const { directory, 'access-key-id': accessKeyId, 'secret-access-key': secretAccessKey } = values;
if (directory === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
  process.stderr.write(
    'usage: main.ts --directory DIR --access-key-id ID --secret-access-key SECRET [--port 9000] [--host 127.0.0.1] [--base-path /s3]\n',
  );
  process.exit(1);
}

const store = await openLocalS3({
  directory,
  credentials: [{ accessKeyId, secretAccessKey }],
  basePath: values['base-path'],
  onError: (error) => process.stderr.write(`${error instanceof Error ? error.stack : error}\n`),
});
// No limit, because uploads may take longer than Node's default of five minutes.
const server = createServer({ requestTimeout: 0 }, store.listener);
server.listen(Number(values.port), values.host, () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : values.port;
  process.stdout.write(`listening on http://${values.host}:${port}${values['base-path']}\n`);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close(() => void store.close());
    server.closeIdleConnections();
  });
}
