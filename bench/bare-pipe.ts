// Baseline for downloads in Node: pipes undici's stream, or a file's, into the response, and does nothing else.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, stream } from 'undici';

const source = process.env.SOURCE_URL ?? '';
const file = process.env.SOURCE_FILE ?? '';
const dispatcher = new Agent({ connections: 200 });

const server = createServer((_request, response) => {
  if (file !== '') {
    response.writeHead(200, { 'content-length': String(statSync(file).size) });
    createReadStream(file).pipe(response);
    return;
  }
  stream(source, { method: 'GET', dispatcher }, ({ statusCode, headers }) => {
    response.writeHead(statusCode, { 'content-length': String(headers['content-length']) });
    return response;
  }).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.info(`http://127.0.0.1:${port}`);
});
process.on('SIGTERM', () => process.exit(0));
