// Baseline for a proxy in Node: pipes undici's stream into the response, and does nothing else.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, stream } from 'undici';

const source = process.env.SOURCE_URL ?? '';
const dispatcher = new Agent({ connections: 200 });

const server = createServer((_request, response) => {
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
